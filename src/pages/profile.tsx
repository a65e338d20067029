/** Who I am, and my API key. */
export function Component() {
  return null;
}
