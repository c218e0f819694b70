import * as z from 'zod';

// The content policy forbids eval, which zod would try as soon as the first schema is made: import this before all else.
z.config({ jitless: true });
