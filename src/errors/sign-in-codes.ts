const unauthenticated = {
  status: 401,
  openai: 'invalid_request_error',
  anthropic: 'authentication_error',
  retry: false,
} as const;
const denied = { status: 403, openai: 'permission_error', anthropic: 'permission_error', retry: false } as const;

/** Errors that people meet who sign in, or invite others: rows of `errorCodes`. */
export const signInCodes = {
  session_ended: {
    ...unauthenticated,
    title: 'Session ended',
    means: 'The session of the web console has ended: by time, by signing out, or because it was ended elsewhere.',
    remedy: 'Sign in again at `/console`.',
  },
  sign_in_failed: {
    ...unauthenticated,
    title: 'Sign-in failed',
    means: 'E-mail address, password, code, passkey or link do not sign in an account.',
    remedy:
      'Check what was typed. An operator makes a link that lets you in once: `diglot login-link --email <address>`.',
  },
  totp_required: {
    ...unauthenticated,
    title: 'Second factor required',
    means: 'The password is right, and this person has a second factor.',
    remedy: 'Send the six digits that the authenticator app shows as `totp`.',
  },
  sign_in_delayed: {
    ...denied,
    title: 'Sign-in delayed',
    means: 'There were too many wrong passwords, for this e-mail address or from this network address.',
    remedy: 'Wait for the time that the message and `Retry-After` name. A login link and a passkey work meanwhile.',
  },
  forbidden: {
    ...denied,
    title: 'Forbidden',
    means: 'Who asks has signed in, but does not have the role that this operation of the control API needs.',
    remedy:
      'Ask an owner or an admin of the workspace, or the operator of the server, to do it or to give you the role.',
  },
  mail_limit_reached: {
    ...denied,
    title: 'E-mail limit reached',
    means:
      'The members of this workspace made as many alerts or changes of their thresholds, or had the server send as many invitations or test messages (e-mails and calls of webhooks), as a day allows.',
    remedy: 'Wait for the time that the message and `Retry-After` name, or ask the operator, who has no such limit.',
  },
  mail_failed: {
    status: 502,
    openai: 'server_error',
    anthropic: 'api_error',
    retry: false,
    title: 'E-mail not sent',
    means: 'The mail server could not be reached, or did not take the e-mail. The message says which.',
    remedy: 'Check the address, then send it again. Operator: check `mail.smtp` in the configuration.',
  },
  cross_site: {
    ...denied,
    title: 'Request from another site',
    means: 'The request carries the session of the web console, or signs in, and came from a page of another origin.',
    remedy: 'Open the console at its own address. Programs use an administrator key.',
  },
} as const;
