/** What two spellings of one e-mail address have in common: capitals make no difference, nor how an accent is composed. */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase();
