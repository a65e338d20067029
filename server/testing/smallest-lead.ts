/** Only the required fields of a lead. The phone number is reserved for fiction. */
export const smallestLead = {
  firstName: 'Aroha',
  lastName: 'Moss',
  companyName: 'Kauri Joinery',
  phone: '+61491570156',
};
