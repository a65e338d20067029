import { type Config, ConfigError } from '#server/config/config.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/**
 * Returns why the service can’t listen at its address, as an error of the settings where these can
 * be changed; any other error as it is.
 */
export function explainListenError(error: unknown, { host, port }: Config): unknown {
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new ConfigError([
        `PORT ${port} is in use by another program: stop it, or set another PORT.`,
      ]);
    case 'EACCES':
      return new ConfigError([
        `PORT ${port} is not open to this user: set PORT to 1024 or more, and let the proxy take ${port}.`,
      ]);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new ConfigError([
        `HOST ${host} is no address of this machine: set it to one that is, such as 127.0.0.1.`,
      ]);
    default:
      return error;
  }
}
