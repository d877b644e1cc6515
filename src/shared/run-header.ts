/** The header of `/livez` with the id of the run, by which the commands know the gateway of a data folder. */
export const runHeader = 'diglot-run';
