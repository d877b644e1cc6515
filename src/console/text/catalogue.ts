import type { english } from './en/english.ts';

/** A text; `{name}` is replaced. With two forms, `count` decides which one it is. */
type Message = string | { readonly one: string; readonly other: string };

export type TextKey = keyof typeof english;

/** All texts in one language: one without a text of English does not compile. */
export type Catalogue = Readonly<Record<TextKey, Message>>;
