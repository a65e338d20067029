import * as z from 'zod/mini';

// Disables zod's compiled parsers, which use `new Function` and are forbidden by the
// Content-Security-Policy. Import this file before any file that parses.
z.config({ jitless: true });
