/** Returns whether one points with a finger, where a press dials. */
export const isPhone = () => matchMedia('(pointer: coarse)').matches;
