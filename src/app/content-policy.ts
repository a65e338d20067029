import * as z from 'zod/mini';

// zod would compile its parsers with `new Function`, which the Content-Security-Policy forbids. Imported before anything that parses.
z.config({ jitless: true });
