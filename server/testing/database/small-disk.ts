/**
 * Returns the beginning of a command that runs a program with a small disk of its own in an
 * existing folder: what the program writes there beyond `mebibytes` meets ENOSPC, as on any full
 * disk. The disk is a tmpfs in a namespace of the program, goes with it, and needs Linux that lets
 * users make namespaces. Elsewhere the program does not start.
 */
export function onSmallDisk(folder: string, mebibytes: number): readonly string[] {
  const mount = `mount -t tmpfs -o size=${mebibytes}m tmpfs "$0" && exec "$@"`;
  const namespace = ['--user', '--map-current-user', '--mount', '--keep-caps'];
  return ['unshare', ...namespace, 'sh', '-c', mount, folder];
}
