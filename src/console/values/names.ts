/** A name as people read and type it: they see no outer spaces, one where there are more, and no difference in how é is stored. */
const readable = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether a person who typed one name has read the other. */
export const isSameName = (typed: string, name: string): boolean => readable(typed) === readable(name);
