/** How the service names itself to other programs. */
export const serviceName = 'partner-portal';
