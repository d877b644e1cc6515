/** What stands in the place of the model where an operation names none: voices, files, the list of a provider's models. */
export const noModel = '-';
