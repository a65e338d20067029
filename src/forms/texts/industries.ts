/**
 * Suggestions of the industry field: the sections of the UN's ISIC Rev. 5 in plain words. Any other
 * text is accepted too.
 */
export const industries = [
  'Accommodation',
  'Administrative and support services',
  'Agriculture, forestry and fishing',
  'Arts, sports and recreation',
  'Construction',
  'Education',
  'Electricity and gas',
  'Financial and insurance services',
  'Food and beverage services',
  'Health care and social work',
  'Information technology',
  'Manufacturing',
  'Mining',
  'Other services',
  'Professional services',
  'Publishing and broadcasting',
  'Real estate',
  'Retail trade',
  'Telecommunications',
  'Transport and storage',
  'Water and waste management',
  'Wholesale trade',
] as const;
