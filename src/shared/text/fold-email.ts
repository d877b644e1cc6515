/** Normalises an e-mail address for comparison: lower case, composed accents. */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase();
