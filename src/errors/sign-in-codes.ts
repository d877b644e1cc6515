const unauthenticated = {
  status: 401,
  openai: 'invalid_request_error',
  retry: false,
} as const;
const denied = { status: 403, openai: 'permission_error', retry: false } as const;

/** Errors for people who sign in, or invite others: rows of `errorCodes`. */
export const signInCodes = {
  session_ended: {
    ...unauthenticated,
    title: 'Session ended',
    means: 'The session of the web console has expired, was signed out, or was ended from elsewhere.',
    remedy: 'Sign in again at `/console`.',
  },
  sign_in_failed: {
    ...unauthenticated,
    title: 'Sign-in failed',
    means: 'The e-mail address, password, code, passkey or link does not match an account.',
    remedy:
      'Check what you typed. An operator can create a link that signs you in once: `diglot login-link --email <address>`.',
  },
  totp_required: {
    ...unauthenticated,
    title: 'Second factor required',
    means: 'The password is correct, and the account has a second factor.',
    remedy: 'Send the six digits from the authenticator app as `totp`.',
  },
  sign_in_delayed: {
    ...denied,
    title: 'Sign-in delayed',
    means: 'There were too many wrong passwords from this network address, or for this e-mail address.',
    remedy: 'Wait for the time given in the message and `Retry-After`. Login links and passkeys still work.',
  },
  forbidden: {
    ...denied,
    title: 'Forbidden',
    means: 'You are signed in, but do not have the role that this operation of the control API requires.',
    remedy:
      'Ask an owner or admin of the workspace, or the operator of the server, to do it for you or to give you the role.',
  },
  mail_limit_reached: {
    ...denied,
    title: 'E-mail limit reached',
    means:
      'The members of this workspace have reached a limit for one day: of new alerts and changed thresholds, or of invitations and test messages (e-mails and webhook calls).',
    remedy: 'Wait for the time given in the message and `Retry-After`, or ask the operator, who has no such limit.',
  },
  mail_failed: {
    status: 502,
    openai: 'server_error',
    retry: false,
    title: 'E-mail not sent',
    means: 'The mail server could not be reached, or did not accept the e-mail. The message says which.',
    remedy: 'Check the address, and send it again. Operator: check `mail.smtp` in the configuration.',
  },
  cross_site: {
    ...denied,
    title: 'Request from another site',
    means: 'The request uses a session of the web console, or signs in, and came from a page of another origin.',
    remedy: 'Open the console at its own address. Programs use an administrator key instead.',
  },
} as const;
