/** Returns whether one points with a finger, where a press dials; not where the service renders. */
export const isPhone = () => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
