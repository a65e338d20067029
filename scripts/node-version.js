// Before every npm script that runs TypeScript: plain JavaScript, because an older Node cannot read the rest to say so.
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(
    `This needs Node ${needed} and runs on ${process.version}. On Linux "npm ci" brings the right one (unless optional dependencies are left out); elsewhere install Node ${needed}.`,
  );
  process.exit(1);
}
