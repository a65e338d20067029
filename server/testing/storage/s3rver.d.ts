declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** An S3 server that stores objects in a folder and checks signatures. It has no types. */
  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly allowMismatchedSignatures?: boolean;
      readonly silent: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
}
