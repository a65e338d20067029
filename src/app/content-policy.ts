import { config } from 'zod/mini';

// Disables zod's compiled parsers, which use `new Function` and are forbidden by the
// Content-Security-Policy. Import this file before any file that parses.
config({ jitless: true });
