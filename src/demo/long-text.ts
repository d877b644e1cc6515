const sentence = 'This sentence of exactly ten words stands in line';
const sentences = 200;

/** Two thousand words, for watching a long stream. */
export const longText = Array.from({ length: sentences }, (_, index) => `${sentence} ${index + 1}.`).join(' ');
