/** The operator's own account in the ledger: what was used, at most, and no customer is charged for. No workspace can have this id. */
export const lossAccount = 'loss:gateway';
