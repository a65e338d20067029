/** One deal. */
export function Component() {
  return null;
}
