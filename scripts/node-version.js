// Runs before every npm script that runs TypeScript. Plain JavaScript, because an older Node can't
// parse TypeScript and so couldn't report its own version.
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(
    `This needs Node ${needed} and runs on ${process.version}. On Linux "npm ci" brings the right one (unless optional dependencies are left out); elsewhere install Node ${needed}.`,
  );
  process.exit(1);
}
