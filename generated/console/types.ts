// Generated from specs/ by `npm run generate`. Do not edit.
export interface paths {
    "/sign-in-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ways to sign in
         * @description The identity providers that this server is configured with, for the buttons of the sign-in page.
         */
        get: operations["listSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Your own sessions that have not ended, the newest first.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Sign in with a password
         * @description Starts a session and sets its cookie. A person with a second factor gets 401 `totp_required` until `totp` is sent
         *     along. After five wrong passwords for an e-mail address, every further attempt for it from the same network is answered
         *     403 `sign_in_delayed` for a time that doubles, up to 15 minutes; after a hundred within an hour, from every network until
         *     the hour is over. `retry-after` gives the seconds.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a one-time link
         * @description Starts a session from the token of a link that `diglot login-link` or an operator made. A link ends with its first
         *     use, and after 15 minutes. The address that people open is `/console/sign-in#link=<token>`: the token stays in the
         *     browser until this request sends it.
         */
        post: operations["signInByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start signing in with a passkey
         * @description Gives the options for `navigator.credentials.get()`. They are good for five minutes and for one answer.
         */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Starts a session from what `navigator.credentials.get()` gave. No second factor is asked for: a passkey is two.
         */
        post: operations["signInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/oidc/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start signing in with an identity provider
         * @description For a link of the sign-in page, not for `fetch`: sends the browser to the provider (OpenID Connect, authorization
         *     code with PKCE). The provider is looked up at first use, and again at each try while it does not answer.
         */
        get: operations["startOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/oidc/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish signing in with an identity provider
         * @description Where the provider sends the browser back. Starts a session for the person with the verified e-mail address that the
         *     provider names, and goes on to `/console/`. A failure goes to `/console/sign-in?error=<code>`. A person who is a
         *     member of no workspace and no operator is refused. Providers may send further parameters, which are ignored (RFC 6749,
         *     section 4.1.2).
         */
        get: operations["finishOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends one of your own sessions at once.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the present session
         * @description Who is signed in, in which workspaces and roles. 401 without a session.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the present session and clears its cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description Changes your own name. An e-mail address is changed by an operator: memberships go by it.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/person/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your password
         * @description Sets the first password, or another one in place of `current_password`. All your other sessions end. At least 8
         *     characters, at most 1,024; passwords that are among the most used are refused.
         */
        put: operations["setPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a second factor
         * @description Gives a new secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). It is asked for from the moment
         *     that `confirm` has seen a code of it.
         */
        post: operations["startTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the second factor
         * @description Turns the second factor on, with a code of the app. All your other sessions end.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the second factor
         * @description Turns it off, with a code of the app. Without the app, an operator gives you a one-time link and turns it off.
         */
        post: operations["removeTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List passkeys
         * @description Your own passkeys, the newest first.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description Keeps what `navigator.credentials.create()` gave.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start adding a passkey
         * @description Gives the options for `navigator.credentials.create()`. They are good for five minutes and for one answer. A person
         *     has at most 20 passkeys; then this returns 409.
         */
        post: operations["startPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description It can no longer be used to sign in.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description Everybody who can sign in, in the order in which they were added. `search` looks at name and e-mail address.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Add a person
         * @description Adds a person who can sign in. What they may do follows from the memberships of their e-mail address. They get in by
         *     a login link or an identity provider.
         */
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{person_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a person
         * @description Returns the person.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a person
         * @description Changes name, e-mail address, whether the person is an operator, and whether it is disabled. `password: false` removes
         *     the password, `totp: false` turns the second factor off, and `passkeys: false` removes all passkeys: a login link lets
         *     the person in, who can set new ones.
         *     Each of them ends every session of the person within a second, and so does disabling. Another e-mail address ends them
         *     too, with the links that were made for the one before. The last operator stays one (409).
         */
        patch: operations["changePerson"];
        trace?: never;
    };
    "/people/{person_id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person
         * @description Sends the person an e-mail. A person who has not signed in yet gets a link that does so once, within 72 hours; it is sent
         *     to that address and shown nowhere. Others get the address of the console and sign in as before. 409 if the server
         *     sends no e-mail, or the person is disabled; 502 if the mail server does not take it.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a login link
         * @description Makes a link that signs a person in once, within 15 minutes. Without `email` it is for the first operator, who is
         *     created if there is none. A member of a workspace who never signed in is created as a person. Unless `loopback_only`
         *     is false, it works only from the machine that the server runs on.
         */
        post: operations["createLoginLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Lists the workspaces that you belong to, the operator all of them, ordered by id. `search` looks at name and id.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace without credits and keys.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workspace
         * @description Returns the workspace.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a workspace
         * @description Changes name, plan, time zone or status, effective with the next call. Running calls finish unchanged. Plan and status are
         *     changed by the operator alone, and so is the time zone where the plan has monthly credits, whose months begin by it.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Lists members in the order in which they were added. `search` looks at name and e-mail address.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member
         * @description Records who belongs to the workspace, and in which role. A member has no key of its own: keys belong to the
         *     workspace. An e-mail address that another member has, and a member beyond 1,000, returns 409.
         */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * @description Returns the member.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Removes the member. The audit log keeps the record. The last owner cannot be removed (409): make another member
         *     owner first.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Update a member
         * @description Changes name or role. The last owner keeps its role (409): make another member owner first.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/members/{member_id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a member
         * @description Sends the member an e-mail. A person who has not signed in yet gets a link that does so once, within 72 hours; it is sent
         *     to that address and shown nowhere. Others get the address of the console and sign in as before. At most 50 within a
         *     day of each workspace (403 `mail_limit_reached`), except for the operator. 409 if the server
         *     sends no e-mail, or the person is disabled; 502 if the mail server does not take it.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the overview of a workspace
         * @description What the first page shows: the balance and how long it lasts, today so far beside the same part of yesterday, how
         *     many calls failed, and when the last one was. Days begin in the workspace's zone.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the set-up list of a workspace
         * @description What a new workspace still needs. The server marks a step as done when it happens.
         */
        get: operations["getChecklist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List limits of a workspace
         * @description Returns the balance, the monthly allocation of the plan, and each limit of each active key: the limit, what is used, what
         *     is left, and when it resets. These are the limits that a 403 names. Pages go by keys: the first one has the limits of the
         *     workspace as well. With `key_id`, only the limits of those keys are listed.
         */
        get: operations["listLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balance
         * @description Returns the balance: what was granted, less what was charged and what running calls and batches hold.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/credits/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant credits
         * @description Adds credits to the balance. Idempotent by `external_id`.
         */
        post: operations["grantCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/credits/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust the balance
         * @description Corrects the balance up or down, for anything that is neither a grant nor a refund of one call. Idempotent by
         *     `external_id`. One that would leave the balance below 0 is refused, unless `allow_negative` is true.
         */
        post: operations["adjustCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/credits/unfreeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze an account
         * @description An account whose ledger figures disagree is frozen, and its calls are refused. Unfreeze it when the cause is
         *     fixed. If the account is not frozen, nothing changes. If the figures still disagree, it is frozen again within a
         *     minute.
         */
        post: operations["unfreezeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ledger entries
         * @description Lists grants, top-ups, refunds, adjustments and expiries, newest first. To see charges, list calls.
         */
        get: operations["listLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of a workspace
         * @description Entries of the ledger and the charges of each day, in the order of time, each with the balance after it. The balance
         *     before the range is `opening_balance`. Days begin in the zone. A charge is of the day on which its call began, or on
         *     which its batch was created, so days that are over can still grow: for up to 32 days, by lines of batches.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/statement/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the statement as CSV
         * @description The same statement as a file, streamed. Columns: `at`, `kind`, `amount`, `balance_after`, `calls`, `reason`,
         *     `actor`, `actor_name`, `entry_id`, `call_id`. The form is that of the usage export.
         */
        get: operations["exportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description In the order in which they were made. Who may not change them sees of a webhook only its origin, followed by `/…`.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert
         * @description Sends an e-mail or calls a webhook when a share of a limit is used, or few credits are left. Each threshold sends one
         *     message in each window of the limit; one that is passed already sends it at once. The secret that signs the messages of
         *     a webhook is in this answer alone. At most 50 alerts are made, or their thresholds changed, within a day in each
         *     workspace (403 `mail_limit_reached`), except by the operator, and its alerts send at most 50 e-mails within a day. A
         *     workspace has at most 100 alerts (409).
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an alert
         * @description Removes it, and what was still to be delivered of it.
         */
        delete: operations["removeAlert"];
        options?: never;
        head?: never;
        /**
         * Update an alert
         * @description Changes the thresholds, or turns it on and off. A change of the thresholds counts as an alert that is made: 50 within a
         *     day in each workspace (403 `mail_limit_reached`), except by the operator.
         */
        patch: operations["updateAlert"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/alerts/{alert_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a message that says that it is a test, and answers how that went.
         */
        post: operations["testAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What alerts have sent, and what waits to be sent again; newest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description Newest first, revoked ones included unless `state` says otherwise. `search` looks at name, owner, id and `display`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Creates a key. This answer is the only place that shows its secret. A workspace has at most `limits.workspace_keys` keys;
         *     those that were revoked or have expired count too.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key
         * @description Returns the scope, limits and state of the key, never its secret.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a key
         * @description Changes name, scope, limits or expiry, effective with the next call. A revoked key cannot be changed (409).
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Creates a new secret for the same key, effective immediately. Id, scope, limits and counters stay. The old
         *     secret works until the new one is first used, and for the grace period after that. With `grace_begins: now`, the
         *     grace period begins with the rotation.
         *
         *     Only one old secret is kept. If the current secret was used, it becomes the old one, and a secret that an earlier
         *     rotation replaced ends immediately. If the current secret was never used and the one that it replaced still works
         *     (`unused_since_rotation`), the current one ends immediately, and the other stays the old one. That works for the grace
         *     period of this rotation, but not longer than an earlier one with `grace_begins: now` let it.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description Revokes every secret of the key, effective with the next call. A revoked key cannot be restored. Revoking it
         *     again changes nothing. Where several instances share the database, the answer waits up to a second until all of them
         *     refuse the key, and says on how many that is so.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Lists what a workspace on each plan may spend in a month, and on which Products.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Products and their prices
         * @description Lists the effective price of every unit kind, set by the Product or inherited from its parent.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists where each model can be called and which Product it is billed to.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Lists the providers. Only the last four characters of a credential are shown.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{provider_id}/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the key of a provider
         * @description Uses another key for the provider, in place of the configured one, from the next call on; on other instances within five
         *     seconds. It is stored sealed and never returned: answers and the audit log contain its last four characters. Only a
         *     credential of one header can be replaced (409).
         */
        put: operations["setProviderCredential"];
        post?: never;
        /**
         * Use the configured key of a provider
         * @description Deletes the key that was set, and uses the configured one again from the next call on. Without effect if it is in use.
         *     Also deletes the key of a provider that the configuration no longer has (204).
         */
        delete: operations["removeProviderCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query usage
         * @description Calls, units and charges over a range, grouped and in time buckets. `totals` is the sum of the rows and is the
         *     same for every grouping, bucket size and time zone.
         */
        get: operations["queryUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export usage as CSV
         * @description The same query as a file, streamed, without a row limit. Columns, in this order: `bucket_start` (unless the bucket is
         *     `all`), then what is grouped by (`workspace_id`, `key_id`, `key_name`, `model`, `product_sku`, `operation`, `status`), then `calls`,
         *     one column for each unit kind, and `charge` in credits. UTF-8, comma, CRLF, one header line (RFC 4180). A text cell that a
         *     spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a line break) has an apostrophe before it.
         */
        get: operations["exportUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query refused calls
         * @description How often calls with a valid key were refused before they began, over a range, grouped and in time buckets: for an
         *     invalid body, an unknown model, the key's scope, a limit, missing credits. Such calls are in no list of calls and are
         *     never charged; the answer to each said why. A key that is expired, revoked or replaced counts too, an unknown one does
         *     not. Nothing but the error code is kept of a refused call, for 90 days. `totals` is the sum of the rows and is the same
         *     for every grouping, bucket size and time zone.
         */
        get: operations["queryRefusedCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls
         * @description Newest first. Use `request_id` to find the call of an answer.
         *     A page looks at about 250,000 calls at most. If few of them match the filters, it ends early, even empty, and `next` says where to
         *     go on.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export calls
         * @description Everything that the filters match, streamed, without a row limit, newest first. Columns: `call_id`, `request_id`, `started_at`,
         *     `ended_at`, `workspace_id`, `key_id`, `model`, `product_sku`, `operation`, `provider`, `region`, `status`, `outcome`,
         *     `usage_source`, `price_from`, `first_byte_milliseconds`, one column for each unit kind, `charge` (credits), `flags`. The form is that of the usage export.
         *
         *     With `format=focus` each call is one charge of FOCUS 1.2. Amounts are credits: `PricingCurrency` is `credits`, and
         *     `BillingCurrency` is `XXX`, the ISO 4217 code for no currency. Names of our own begin with `x_`.
         */
        get: operations["exportCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a call with its charge
         * @description Returns usage × price, line by line, and the refunds of the call: the evidence behind one figure of a bill.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{call_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a call
         * @description Refunds a call's charge or a part of it. All refunds of a call together cannot exceed its charge (409).
         *     The credit returns to the balance; what key and plan limits count as used stays used. Idempotent by `external_id`.
         */
        post: operations["refundCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lost-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lost batches
         * @description Lists the credit that is reserved for longer than batches should need it, the oldest first. `lost`: the batch is not stored
         *     here, because the provider's answer to its creation was lost, or the gateway ended before it came. Such a batch may run.
         *     Its credit is free again a day after the request, or as soon as it is released. Creations of the last 15 minutes are left
         *     out, because their answers may still come. `overdue`: the batch is stored, and 25 hours after its creation it has not
         *     ended, or its lines could not be charged. The gateway gives it up after 32 days at most.
         */
        get: operations["listLostBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lost-batches/{batch_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the credit of a lost batch
         * @description Gives the credit of a lost or overdue batch back to its workspace before the gateway does. What the provider has done
         *     of it, or still does, is not charged: release a lost one after an outage in which nothing was made, and an overdue one
         *     that will bring no results. Its record says so.
         */
        post: operations["releaseLostBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the ledger
         * @description Recomputes each charge from its lines, each balance from its entries, each usage bucket from its calls, and the
         *     hash chain of the audit log. Names the first row that disagrees. Changes nothing.
         */
        get: operations["verifyLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Newest first. Beside what administrators change and export, it holds what the configuration creates at a start
         *     (`bootstrap`), what the gateway does of itself (`system`), such as freezing an account, and which Products and plans the
         *     configuration changed (`configuration`; subject `catalogue:prices`): each as this API writes it, before and after.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what this server is
         * @description Its version and the base addresses that clients are given.
         */
        get: operations["getServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the server
         * @description For the operator: version, database, instances, the last reconciliation of the books, and the last errors.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What translated requests depend on: what the catalogue says, else what is known of the family of the model at the provider,
         *     else what most hosts take.
         */
        Abilities: {
            /** @description Null: unknown. */
            max_output_tokens: number | null;
            /**
             * @description `one`: temperature or `top_p`; `refused`: only their defaults, and that of `top_k`.
             * @enum {string}
             */
            sampling: "free" | "one" | "refused";
            stops: boolean;
            /** @description Weakest first. */
            efforts: string[];
            /** @enum {string} */
            thinking: "adaptive" | "budget" | "none";
            /** @enum {string} */
            thinking_off: "disabled" | "between_tools" | "never";
            forced_tools: boolean;
            schemas: boolean;
            strict_tools: boolean;
            images: boolean;
            documents: boolean;
            audio: boolean;
            prefill: boolean;
            system_in_middle: boolean;
            cache_marks: boolean;
            cache_keys: boolean;
            search: boolean;
            /** @description Whether the provider runs code. */
            code: boolean;
            /** @description Whether Responses wants `phase` back. */
            phases: boolean;
            /** @enum {string} */
            limit_member: "max_completion_tokens" | "max_tokens";
            /** @description Whether the OpenAI formats know the role `developer`. */
            developer_role?: boolean;
            /** @description Whether the OpenAI formats accept tools that take free text. */
            custom_tools?: boolean;
            /** @description Whether the OpenAI formats accept a choice that lists the allowed tools. */
            allowed_tools?: boolean;
            /** @description Whether the OpenAI formats accept `parallel_tool_calls`. */
            parallel_switch?: boolean;
            top_k: boolean;
            /** @enum {string} */
            tool_effort: "any" | "absent" | "none";
        };
        AddMember: {
            email: components["schemas"]["Email"];
            name: components["schemas"]["MemberName"];
            role: components["schemas"]["MemberRole"];
        };
        AddPasskey: {
            challenge_id: string;
            /** @description What to recognise it by, such as the device. */
            name: components["schemas"]["MemberName"];
            credential: components["schemas"]["PasskeyAnswer"];
        };
        AdjustCredits: {
            /** @description Added to the balance, or taken from it when negative. Not 0. */
            amount: components["schemas"]["Credits"];
            reason: components["schemas"]["Reason"];
            external_id?: components["schemas"]["ExternalId"];
            /**
             * @description Whether the adjustment may leave a balance (granted less charged) below 0. If not, such a one is refused with 409.
             * @default false
             */
            allow_negative?: boolean;
        };
        Alert: {
            /** @constant */
            object: "alert";
            /** @example alr_4kQ1xW8sTz6Hc0VbNf2RyJ7u */
            id: string;
            workspace_id: string;
            limit: components["schemas"]["AlertLimit"];
            /** @description The key whose limit it is; null for the limits of the workspace. */
            key_id: string | null;
            thresholds: components["schemas"]["Thresholds"];
            channel: components["schemas"]["AlertChannel"];
            /**
             * @description As it was set; of a webhook its origin and `/…` for those who may not change alerts.
             * @example ops@example.com
             * @example https://hooks.example.com/diglot
             */
            target: string;
            enabled: boolean;
            created_at: components["schemas"]["Instant"];
            last_delivery: components["schemas"]["Delivery"] | null;
        };
        /** @enum {string} */
        AlertChannel: "email" | "webhook";
        /**
         * @description The limit that is watched. `balance_left`: how many credits are left of the balance; its messages may be sent again after
         *     each grant and top-up. `balance`: share of all credits ever granted that is used, which says less with each of them.
         *     `keys_expiring`: the expiry of every key of the workspace; the message of a day is sent again when a key joins those that
         *     expire then, new or moved there, but not for an older key that takes the place of another. The others: share of the limit
         *     of that name that `GET /workspaces/{workspace_id}/limits` lists; after a raise of it, only the highest threshold that is
         *     passed is reported again.
         * @enum {string}
         */
        AlertLimit: "balance" | "balance_left" | "plan_month" | "key_day" | "key_month" | "key_total" | "keys_expiring";
        AlertList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Alert"][];
        };
        /**
         * @description An e-mail address, or the `https:` address of a webhook. A webhook has a full name, in DNS or in the server's
         *     `/etc/hosts`, that leads to no private, loopback or link-local address, unless the operator lists it; redirects are not
         *     followed.
         * @example ops@example.com
         * @example https://hooks.example.com/diglot
         */
        AlertTarget: string;
        Attempt: {
            call_id: string;
            model: string;
            provider: string;
            region: string;
            /** @description HTTP status that the caller got, or would have got had nothing else been tried. */
            status: number;
            outcome: components["schemas"]["Outcome"];
            /**
             * @description Why it failed, and why the next one was tried, as the code of its error. Null where it did not fail.
             * @example upstream_unreachable
             * @example null
             */
            error: string | null;
            started_at: components["schemas"]["Instant"];
            first_byte_milliseconds: number | null;
            ended_at: components["schemas"]["Instant"];
        };
        AuditEntry: {
            /** @constant */
            object: "audit_entry";
            /** @description Position in the chain. */
            seq: number;
            at: components["schemas"]["Instant"];
            /**
             * @description Id of the person who did it; `admin` for the administrator key, `bootstrap` and `system` for the server itself.
             * @example per_4kQ1xW8sTz6Hc0VbNf2RyJ7u
             * @example admin
             * @example bootstrap
             * @example system
             */
            actor: string;
            /** @description E-mail address that the person has now; null for no person. */
            actor_name: string | null;
            /** @example key.issue */
            action: string;
            /**
             * @description What was acted on.
             * @example key:key_8nQ0vZ4cYb1LkWm2RtXp7sDa
             */
            subject: string;
            /** @description What changed; never a secret. */
            diff: unknown;
            /** @description Request that made the change; null at a start, and for what the gateway did of itself. */
            request_id: string | null;
            /** @description SHA-256 over the entry before and this one, so that a later change shows. */
            hash: string;
        };
        AuditPage: {
            /** @constant */
            object: "list";
            data: components["schemas"]["AuditEntry"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        Balance: {
            /** @constant */
            object: "balance";
            workspace_id: string;
            /** @description Sum of grants, refunds, adjustments and expiries. */
            granted: components["schemas"]["Credits"];
            /** @description Sum of the charges of all calls. */
            charged: components["schemas"]["Credits"];
            /** @description Set aside for calls under way and batches. */
            held: components["schemas"]["Credits"];
            /** @description granted − charged − held */
            available: components["schemas"]["Credits"];
            /** @description Why the account takes no calls (its books disagree); null when all is well. */
            frozen_reason: string | null;
        };
        BookedEntry: {
            entry: components["schemas"]["LedgerEntry"];
            /** @description False when the same entry existed already and nothing was booked. */
            created: boolean;
            balance: components["schemas"]["Balance"];
        };
        /** @enum {string} */
        BucketName: "all" | "quarter_hour" | "hour" | "day" | "month";
        Call: {
            /** @constant */
            object: "call";
            id: string;
            request_id: string;
            workspace_id: string;
            key_id: string;
            /** @description The key's current name; null if the key is no longer known. */
            key_name: string | null;
            /** @description `-` where the operation names none, for example a list of files. */
            model: string;
            product_sku: string;
            operation: string;
            provider: string;
            region: string;
            /** @description HTTP status that the caller got. */
            status: number;
            outcome: components["schemas"]["Outcome"];
            usage_source: components["schemas"]["UsageSource"];
            /** @description What was set aside when it was let in. */
            hold: components["schemas"]["Credits"];
            charge: components["schemas"]["Credits"];
            /** @description Beginning of the price that it was charged by. */
            price_from: components["schemas"]["Instant"];
            started_at: components["schemas"]["Instant"];
            first_byte_milliseconds: number | null;
            ended_at: components["schemas"]["Instant"];
            /** @description What was odd about it, for example `over_hold`, `usage_missing`, `unpriced:images`, `unbelieved:usage` (a count that cannot be), `unclear:reasoning`, `side_work` (of another model within the call), `unpriced_model`, `dearer:service_tier=priority` (an option for which the vendor charges more than usual), `error:timeout` (the code of the error with which it failed). */
            flags: string[];
            /** @description What request and answer lost where the provider takes another format than the caller's. */
            losses: components["schemas"]["CallLoss"][];
            /** @description How many more there were. Absent if all are listed. */
            more_losses?: number;
        };
        CallDetail: {
            call: components["schemas"]["Call"];
            /**
             * @description The attempts for the request, in order. There may be several if the catalogue names fallbacks; each is a separate
             *     call. Work of another model within the call is not among them.
             */
            attempts: components["schemas"]["Attempt"][];
            /** @description Their sum, rounded half up once to nine places, is the charge. */
            lines: components["schemas"]["ChargeLine"][];
            refunds: components["schemas"]["LedgerEntry"][];
            /** @description The charge less what was refunded. */
            refundable: components["schemas"]["Credits"];
        };
        CallLoss: {
            /**
             * @description `dropped`: it was left out. `approximated`: it was replaced by something close.
             * @enum {string}
             */
            kind: "dropped" | "approximated";
            /**
             * @description The field in the caller's own request or answer.
             * @example tools[0].strict
             */
            path: string;
        };
        CallPage: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Call"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        ChargeLine: {
            unit_kind: components["schemas"]["UnitKind"];
            quantity: number;
            /**
             * @description Credits for one unit; a decimal string of up to 12 places.
             * @example 0.00000025
             */
            unit_price: string;
            /**
             * @description quantity × unit_price; a decimal string of up to 12 places.
             * @example 0.0003
             */
            amount: string;
        };
        Checklist: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ChecklistStep"][];
        };
        ChecklistStep: {
            /**
             * @description `key`: there is an active key. `first_call`: a call was charged. `limit`: a key has a spending limit, or the plan a
             *     monthly allocation. `alert`: an alert is on.
             */
            step: string;
            done: boolean;
        };
        CreateAlert: {
            limit: components["schemas"]["AlertLimit"];
            /** @description Required for the limits of a key. */
            key_id?: string | null;
            thresholds: components["schemas"]["Thresholds"];
            channel: components["schemas"]["AlertChannel"];
            target: components["schemas"]["AlertTarget"];
        };
        CreateKey: {
            workspace_id: string;
            name: string;
            scope?: components["schemas"]["Scope"];
            limits?: components["schemas"]["KeyLimits"];
            /**
             * @description Calls are refused from this instant on; or after this day, in the zone of the workspace. Null or absent: never.
             * @example 2026-12-31
             * @example 2026-12-31T12:00:00Z
             */
            expires_at?: string | null;
            /** @description Who answers for the key. Absent, it is the person who creates it. */
            owner?: string | null;
        };
        CreateLoginLink: {
            email?: components["schemas"]["Email"];
            /** @description True when absent. */
            loopback_only?: boolean;
        };
        CreatePerson: {
            email: components["schemas"]["Email"];
            name: components["schemas"]["MemberName"];
            /** @description False when absent. */
            operator?: boolean;
        };
        CreateWorkspace: {
            /** @description Your own short id; made when absent. It cannot be changed later. */
            id?: string;
            name: components["schemas"]["WorkspaceName"];
            /** @description A plan of the catalogue. */
            plan_id?: string | null;
            /** @description IANA zone in which its days and months begin. UTC when absent. */
            time_zone?: components["schemas"]["TimeZone"];
        };
        CreatedAlert: {
            alert: components["schemas"]["Alert"];
            /**
             * @description What signs the messages of a webhook; null for e-mail. It is shown here and never again. Each message has
             *     `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>`: HMAC-SHA-256 over `id.timestamp.body` with
             *     the bytes that follow `whsec_` in Base64 (Standard Webhooks).
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string | null;
        };
        /**
         * @description A decimal string of credits, exact to nine places.
         * @example 12.5
         */
        Credits: string;
        DayFigures: {
            from: components["schemas"]["Instant"];
            to: components["schemas"]["Instant"];
            /** @description Calls that have a record. */
            calls: number;
            /**
             * @description Calls that ended neither `completed` nor `client_left`, whatever their status: a stream that broke has status 200.
             *     `GET /calls` lists them with `outcome=unsuccessful`.
             */
            failed: number;
            /** @description Calls that were refused before they began; they are not among `calls` and `failed`. `GET /usage/refused` says why. */
            refused?: number;
            charge: components["schemas"]["Credits"];
        };
        Delivery: {
            /** @constant */
            object: "delivery";
            /** @example dlv_4kQ1xW8sTz6Hc0VbNf2RyJ7u */
            id: string;
            alert_id: string;
            /** @description As in the alert; null for a test message. */
            threshold: number | null;
            /**
             * @description Beginning of the limit's day or month; null for a limit that never resets. Of `keys_expiring`, the day (UTC) on which
             *     the keys expire: keys of one day share a message.
             */
            window_start: components["schemas"]["Instant"] | null;
            /** @description When the threshold was passed. */
            used: components["schemas"]["Credits"];
            limit: components["schemas"]["Credits"];
            state: components["schemas"]["DeliveryState"];
            attempts: number;
            /** @description Why the last attempt failed, for example a status or that no connection was made; never the answer itself. */
            problem: string | null;
            created_at: components["schemas"]["Instant"];
            delivered_at: components["schemas"]["Instant"] | null;
            next_try_at: components["schemas"]["Instant"] | null;
        };
        DeliveryPage: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Delivery"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        /**
         * @description `waiting`: it is sent, or sent again later. `delivered`: it was taken. `failed`: given up after a day.
         * @enum {string}
         */
        DeliveryState: "waiting" | "delivered" | "failed";
        Disagreement: {
            /** @description Whose books it concerns; null: no single account. */
            workspace_id: string | null;
            /** @description Number of the rule that does not hold, for example 1: posted = sum of charges. */
            invariant: number;
            /**
             * @description The row or sum at fault.
             * @example call call_3fJx9TqLw2Hs6NvKd0RbYc8M
             */
            row: string;
            /** @description What is stored and what was computed. */
            message: string;
        };
        /**
         * @description E-mail address. Capitals make no difference, and no two members of one workspace have the same.
         * @example ada@example.com
         */
        Email: string;
        /**
         * @description Your own id of this entry (an invoice or payment number, say). Sending it again changes nothing. Made by the server
         *     when absent, and then sending again books again. Ids that begin with `loss:` or `bootstrap:` are the gateway's own: 400.
         */
        ExternalId: string;
        /** @description A forecast for the limit if the subject continues as in the last 7 days (or since it was created, if that is less). */
        Forecast: {
            /** @description What a day was charged on average. */
            per_day: components["schemas"]["Credits"];
            /** @description What is used when it resets; null for a limit that never resets. */
            used_at_reset: components["schemas"]["Credits"] | null;
            /** @description When nothing is left; null when that is not before it resets, or beyond ten years. */
            reached_at: components["schemas"]["Instant"] | null;
        };
        GrantCredits: {
            /** @description More than 0, at most 1000000000. */
            amount: components["schemas"]["PositiveCredits"];
            /**
             * @description `topup` was paid for, `grant` (the default) was given.
             * @enum {string}
             */
            kind?: "grant" | "topup";
            reason: components["schemas"]["Reason"];
            external_id?: components["schemas"]["ExternalId"];
        };
        /** @enum {string} */
        GroupName: "workspace" | "key" | "model" | "product" | "operation" | "status";
        Instance: {
            id: string;
            started_at: components["schemas"]["Instant"];
            last_seen_at: components["schemas"]["Instant"];
            /**
             * @description A hash of its providers, models, Products and plans, without secrets; the same where they are the same.
             * @example 5f0c8a4e2b91d7c3
             */
            catalogue: string | null;
            /** @description Whether it is the one that answers. */
            current: boolean;
        };
        /**
         * Format: date-time
         * @description RFC 3339, UTC.
         * @example 2026-11-20T14:05:00.000Z
         */
        Instant: string;
        Invitation: {
            /** @constant */
            object: "invitation";
            member_id: string;
            /** @description Where it was sent. */
            email: string;
            /** @description When its link ends; null for a person who has signed in before and gets no such link. */
            expires_at: components["schemas"]["Instant"] | null;
        };
        IssuedKey: {
            key: components["schemas"]["Key"];
            /** @description The secret. It is shown here and never again. */
            secret: string;
        };
        Key: {
            /** @constant */
            object: "key";
            id: string;
            workspace_id: string;
            name: string;
            /**
             * @description What people recognise the secret by.
             * @example sk-dg-…k2Q9
             */
            display: string;
            /**
             * @description What the key may do, as one sentence in English.
             * @example May call gpt-5* with chat and responses, up to 50 credits a day, until 20 February 2027.
             */
            summary: string;
            scope: components["schemas"]["Scope"];
            limits: components["schemas"]["KeyLimits"];
            state: components["schemas"]["KeyState"];
            created_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"] | null;
            /** @description Who answers for it, a person's e-mail address or the name of a service; null when nothing is known. */
            owner: string | null;
            revoked_at: components["schemas"]["Instant"] | null;
            /** @description What becomes of the old secret; null when it does not work, or was never one. */
            replaced_secret_state: components["schemas"]["ReplacedSecretState"] | null;
            /**
             * @description Until when the old secret still works. It comes earlier where a grace period that begins with the first use of the new one
             *     ends before. Null when it does not work, and while it waits for that first use.
             */
            replaced_secret_until: components["schemas"]["Instant"] | null;
            /**
             * @description Whether the current secret was never used, and the one that it replaced still works. The next rotation then ends the
             *     current one immediately, and the other stays the old secret.
             */
            unused_since_rotation?: boolean;
            /** @description Its latest charged call; null when there is none. */
            last_used: components["schemas"]["KeyUse"] | null;
        };
        /** @description Spending limits in credits. Null: none. Days and months begin in the workspace's zone. */
        KeyLimits: {
            day?: components["schemas"]["PositiveCredits"] | null;
            month?: components["schemas"]["PositiveCredits"] | null;
            total?: components["schemas"]["PositiveCredits"] | null;
        };
        KeyList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Key"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        /** @enum {string} */
        KeyState: "active" | "expired" | "revoked";
        KeyUse: {
            at: components["schemas"]["Instant"];
            model: string;
            call_id: string;
            /**
             * @description The program of the newest request, as its `User-Agent` begins; null when it sent none. It is noted within a minute,
             *     and lost where the server stops before.
             * @example OpenAI/Python 2.8.1
             * @example claude-cli/2.0.44
             */
            client: string | null;
        };
        LedgerEntry: {
            /** @constant */
            object: "ledger_entry";
            id: string;
            workspace_id: string;
            kind: components["schemas"]["LedgerEntryKind"];
            /** @description What it adds to the balance; negative when it takes away. */
            amount: components["schemas"]["Credits"];
            external_id: string;
            /** @description The call that a refund belongs to. */
            call_id: string | null;
            reason: string;
            /** @description Who booked it. */
            actor: string;
            /** @description Name that the person has now; null for no person. */
            actor_name: string | null;
            created_at: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        LedgerEntryKind: "grant" | "topup" | "refund" | "adjust" | "expire";
        LedgerPage: {
            /** @constant */
            object: "list";
            data: components["schemas"]["LedgerEntry"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        LimitList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["LimitState"][];
            /** @description Whether more keys have limits. */
            has_more?: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
            /**
             * @description The workspace's plan, if the catalogue no longer has it: its calls are then refused (403, `out_of_scope`) until
             *     the plan is back or the workspace has another one. Null otherwise.
             */
            missing_plan_id: string | null;
        };
        LimitState: {
            /** @constant */
            object: "limit";
            /** @description Which limit it is. */
            name: string;
            /** @enum {string} */
            subject: "workspace" | "key";
            subject_id: string;
            subject_name?: string;
            limit: components["schemas"]["Credits"];
            used: components["schemas"]["Credits"];
            /**
             * @description Set aside for batches and calls under way. If instances share the database, a limit of a key or a plan counts the
             *     calls of the instance that answers, and those of the others once they are charged.
             */
            held: components["schemas"]["Credits"];
            left: components["schemas"]["Credits"];
            /** @description When `used` starts again from 0; null for a limit that never resets. */
            resets_at: components["schemas"]["Instant"] | null;
            forecast: components["schemas"]["Forecast"];
        };
        LoginLink: {
            /** @constant */
            object: "login_link";
            /**
             * @description The address to open.
             * @example http://127.0.0.1:8585/console/sign-in#link=…
             */
            url: string;
            person: components["schemas"]["Person"];
            expires_at: components["schemas"]["Instant"];
            loopback_only: boolean;
        };
        LostBatch: {
            /** @constant */
            object: "lost_batch";
            /** @description The id that the gateway had chosen for it. */
            id: string;
            /**
             * @description `lost`: the provider's answer to its creation was lost, so that it is not stored. `overdue`: it is stored, and has not
             *     ended a day after its creation, or its lines could not be charged.
             * @enum {string}
             */
            state?: "lost" | "overdue";
            workspace_id: string;
            /** @description The key that asked for it. */
            key_id: string;
            /** @description When it was asked for. */
            created_at: components["schemas"]["Instant"];
            /** @description Set aside for it. */
            reserved: components["schemas"]["Credits"];
        };
        LostBatchList: {
            /** @constant */
            object: "list";
            /** @description At most the 1000 oldest. */
            data: components["schemas"]["LostBatch"][];
        };
        Member: {
            /** @constant */
            object: "member";
            /** @example mem_4kQ1xW8sTz6Hc0VbNf2RyJ7u */
            id: string;
            workspace_id: string;
            /** @description As it was sent. */
            email: string;
            name: string;
            role: components["schemas"]["MemberRole"];
            created_at: components["schemas"]["Instant"];
        };
        MemberList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Member"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        /**
         * @description Name for people.
         * @example Ada Lovelace
         */
        MemberName: string;
        /**
         * @description What the member is there for. `owner`: everything, and always one of them is left. `admin`: everything but owners.
         *     `billing`: credits, the ledger and exports. `developer`: keys and usage. `viewer`: usage, to read. The role counts for
         *     the person who signs in with this e-mail address; the administrator key may do everything.
         * @enum {string}
         */
        MemberRole: "owner" | "admin" | "billing" | "developer" | "viewer";
        Membership: {
            workspace_id: string;
            workspace_name: string;
            role: components["schemas"]["MemberRole"];
        };
        Model: {
            /** @constant */
            object: "model";
            /** @description A model, or a family of them when it ends in `*`. */
            id: string;
            display_name: string;
            /** @description The Product that calls are billed to when the caller names none. */
            product_sku: string;
            targets: components["schemas"]["Target"][];
            /** @description Operation families that it serves, such as `embeddings`. Null: those of its providers. */
            operations?: string[] | null;
            fallbacks: string[];
            max_input_tokens?: number | null;
            max_output_tokens?: number | null;
            retired: boolean;
            /**
             * @description What happens to a translated call that would lose something of meaning, unless its header or its key says otherwise.
             * @enum {string}
             */
            on_loss: "error" | "warn";
            /** @description Whether its Product has no price in force although it is not free, so that its calls are refused. */
            unpriced: boolean;
            /** @description Whether the last attempt on every one of its providers failed to get an answer. False before the first. */
            unreachable: boolean;
        };
        ModelList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Model"][];
        };
        /**
         * Format: password
         * @description A new password, of 8 characters at least.
         */
        NewPassword: string;
        /** @enum {string} */
        OperationFamily: "chat" | "completions" | "responses" | "conversations" | "embeddings" | "moderations" | "images" | "audio" | "files" | "batches" | "messages" | "models" | "drive" | "realtime";
        /**
         * @description How it ended. `completed`: the whole answer was there. `client_left`, `upstream_cut`, `timed_out`: it broke after
         *     output began. `failed`: nothing was put out. `recovered`: found open after a crash.
         * @enum {string}
         */
        Outcome: "completed" | "client_left" | "upstream_cut" | "timed_out" | "failed" | "recovered";
        Overview: {
            /** @constant */
            object: "overview";
            workspace_id: string;
            zone: components["schemas"]["TimeZone"];
            balance: components["schemas"]["Balance"];
            /** @description Average of the last 7 days (or of the workspace's life). */
            per_day: components["schemas"]["Credits"];
            /** @description When the balance is used up at that pace; null where nothing was charged, or beyond ten years. */
            lasts_until: components["schemas"]["Instant"] | null;
            today: components["schemas"]["DayFigures"];
            /** @description Yesterday up to the same time of day, to the quarter of an hour. */
            yesterday: components["schemas"]["DayFigures"];
            /** @description Median over the newest 1,000 calls of the last 24 hours that had output; null when there was none. */
            first_byte_milliseconds: number | null;
            last_call_at: components["schemas"]["Instant"] | null;
            /** @description Whether nothing but the built-in demo answers calls. */
            demo_only: boolean;
        };
        Passkey: {
            /** @constant */
            object: "passkey";
            /** @example pk_4kQ1xW8sTz6Hc0VbNf2RyJ7u */
            id: string;
            name: string;
            created_at: components["schemas"]["Instant"];
            last_used_at: components["schemas"]["Instant"] | null;
        };
        /** @description What `credential.toJSON()` gives. */
        PasskeyAnswer: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                [key: string]: unknown;
            };
            clientExtensionResults: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        PasskeyChallenge: {
            /** @description Goes back with the answer. */
            challenge_id: string;
            /**
             * @description `PublicKeyCredentialRequestOptionsJSON` to sign in, `PublicKeyCredentialCreationOptionsJSON` to add a passkey
             *     (WebAuthn Level 3), for `PublicKeyCredential.parseRequestOptionsFromJSON()` or `parseCreationOptionsFromJSON()`.
             */
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Passkey"][];
        };
        /**
         * Format: password
         * @description A password. Every character counts, spaces included.
         */
        Password: string;
        /**
         * @description Exact names, or `prefix*`. Null: no restriction. An entry that fits nothing of the configuration is refused (400), unless
         *     the key has it already: what the configuration loses later may stay.
         */
        Patterns: string[] | null;
        Person: {
            /** @constant */
            object: "person";
            /** @example per_4kQ1xW8sTz6Hc0VbNf2RyJ7u */
            id: string;
            /**
             * @description What memberships go by.
             * @example ada@example.com
             */
            email: string;
            name: string;
            /** @description Whether the person runs this server and may do everything. */
            operator: boolean;
            /** @description Whether a password was set. */
            has_password: boolean;
            /** @description Whether a second factor is asked for. */
            has_totp: boolean;
            /** @description How many passkeys there are. */
            passkeys: number;
            /** @description A disabled person has no session and cannot sign in. */
            disabled: boolean;
            created_at: components["schemas"]["Instant"];
            last_signed_in_at: components["schemas"]["Instant"] | null;
        };
        PersonInvitation: {
            /** @constant */
            object: "invitation";
            person_id: string;
            /** @description Where it was sent. */
            email: string;
            /** @description When its link ends; null for a person who has signed in before and gets no such link. */
            expires_at: components["schemas"]["Instant"] | null;
        };
        PersonList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Person"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        Plan: {
            /** @constant */
            object: "plan";
            id: string;
            name: string;
            /** @description SKUs; `*` means all. */
            products: string[];
            /** @description Hard limit of a calendar month in the workspace's zone. Null: only the balance limits. */
            monthly_credits: components["schemas"]["Credits"] | null;
            /**
             * @description Share of a call's upper bound that is set aside while it runs. At `1` overspending is impossible.
             * @example 1
             */
            hold_factor: string;
        };
        PlanList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Plan"][];
        };
        /**
         * @description A decimal string of credits, not negative, exact to nine places.
         * @example 1000
         */
        PositiveCredits: string;
        Price: {
            from: components["schemas"]["Instant"];
            /** @description Whether calls that start now pay it. */
            in_force: boolean;
            rates: components["schemas"]["Rate"][];
            /** @description Prices of calls with a long input, by `above`, ascending. Absent: there are none. */
            tiers?: components["schemas"]["PriceTier"][];
        };
        PriceTier: {
            /**
             * @description Input tokens of a call, cached ones and audio included, above which all of it has these prices.
             * @example 200000
             */
            above: number;
            rates: components["schemas"]["Rate"][];
        };
        /** @description A problem document (RFC 9457). */
        Problem: {
            /**
             * @description Kind of problem, made from `code`: the address, on this server, of a page that says what it means and what to do.
             * @example /errors/invalid_value
             */
            type: string;
            /** @description The kind of problem, in a few words that never vary. */
            title: string;
            status: number;
            /** @description What happened, why, and what to do. */
            detail: string;
            /** @description Stable name of the kind of problem; programs compare this. */
            code: string;
            /** @description The field or parameter to change. */
            param?: string;
            /** @description The request id. Quote it when you ask for help. */
            instance: string;
        };
        Product: {
            /** @constant */
            object: "product";
            sku: string;
            name: string;
            free: boolean;
            /** @description Models that may be billed to it. Null: those whose default it is. */
            models: string[] | null;
            /** @description By `from`, ascending. */
            prices: components["schemas"]["Price"][];
        };
        ProductList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Product"][];
        };
        Provider: {
            /** @constant */
            object: "provider";
            id: string;
            /**
             * @description a: OpenAI-compatible, b: Anthropic-compatible.
             * @enum {string}
             */
            spec: "a" | "b";
            base_url: string;
            regions: string[];
            operations?: string[] | null;
            /**
             * @description The last four characters of its key, never more; or the type of a credential of several parts; null when it has none.
             * @example …k2Q9
             * @example aws-keys
             */
            credential: string | null;
            /**
             * @description Where the credential in use comes from; null when it has none.
             * @enum {string|null}
             */
            credential_source: "configuration" | "console" | null;
            /** @description Whether it is a key of one header, which can be replaced by another one. */
            credential_replaceable: boolean;
            /** @description When the key was set by an operator; null for one from the configuration. */
            credential_changed_at: components["schemas"]["Instant"] | null;
            /** @description Whether the last attempt of this instance got an answer, whatever its status; null before the first. */
            reachable: boolean | null;
            last_answer_at: components["schemas"]["Instant"] | null;
            last_failure_at: components["schemas"]["Instant"] | null;
            /** @description The attempts of this instance that have failed since the last one that succeeded; null when the last one did. */
            failing?: components["schemas"]["ProviderFailure"] | null;
        };
        /**
         * @description Attempts in a row that got no answer, or one that says that the provider or the account there is in trouble: 401, 402,
         *     403, 429 and 500 or more. Calls are counted, and nothing is sent to find out.
         */
        ProviderFailure: {
            /** @description When the first of them failed. */
            since: components["schemas"]["Instant"];
            attempts: number;
            /** @description Why the last one failed. */
            reason: string;
            /** @description HTTP status of the last one; null when it was not answered. */
            status: number | null;
            /**
             * @description Code of the system for what broke the connection; null when there is none.
             * @example ECONNREFUSED
             * @example ENOTFOUND
             * @example CERT_HAS_EXPIRED
             */
            code: string | null;
        };
        ProviderList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Provider"][];
        };
        Rate: {
            unit_kind: components["schemas"]["UnitKind"];
            /**
             * @description Decimal string of credits for `per` units.
             * @example 0.25
             */
            credits: string;
            /** @example 1000000 */
            per: number;
        };
        /** @description The reason, shown in the ledger and the audit log. */
        Reason: string;
        RecentError: {
            at: components["schemas"]["Instant"];
            request_id: string;
            /** @description Null for what is no operation. */
            operation: string | null;
            status: number;
        };
        Reconciliation: {
            at: components["schemas"]["Instant"];
            ok: boolean;
            disagreements: number;
        };
        RefundCall: {
            /** @description More than 0, and with earlier refunds of the call not more than its charge. When absent, all that is left of it. */
            amount?: components["schemas"]["PositiveCredits"];
            reason: components["schemas"]["Reason"];
            external_id?: components["schemas"]["ExternalId"];
        };
        RefusedCalls: {
            /** @constant */
            object: "refused_calls";
            from: components["schemas"]["Instant"];
            to: components["schemas"]["Instant"];
            zone: components["schemas"]["TimeZone"];
            group_by: components["schemas"]["RefusedGroupName"][];
            bucket: components["schemas"]["BucketName"];
            data: components["schemas"]["RefusedRow"][];
            totals: components["schemas"]["RefusedTotals"];
        };
        /** @enum {string} */
        RefusedGroupName: "workspace" | "key" | "code";
        /** @description The members named in `group_by`, and `bucket_start` unless the bucket is `all`, say what the row stands for. */
        RefusedRow: {
            /**
             * @description When the bucket began, as an instant with the zone's offset.
             * @example 2026-11-20T00:00:00+05:45
             */
            bucket_start?: string;
            workspace_id?: string;
            key_id?: string;
            key_name?: string;
            /**
             * @description The error code that the callers got.
             * @example insufficient_credits
             */
            code?: string;
            /** @description The code in words. With `code` only. */
            title?: string;
            /** @description What the caller or the operator can do. With `code` only. */
            remedy?: string;
            calls: number;
            /** @description When it was last. */
            last_at: components["schemas"]["Instant"];
        };
        RefusedTotals: {
            calls: number;
        };
        ReleaseLostBatch: {
            reason: components["schemas"]["Reason"];
        };
        /**
         * @description `waiting_for_first_use`: it works until the new secret is used, and its grace period after that. `ending`: it works until
         *     `replaced_secret_until`.
         * @enum {string}
         */
        ReplacedSecretState: "waiting_for_first_use" | "ending";
        RevokeKey: {
            reason?: components["schemas"]["Reason"];
        };
        RevokedKey: components["schemas"]["Key"] & {
            /**
             * @description On how many of the instances that may serve calls the key is refused. The others follow within a second, or when they
             *     reach the database again; until then they know it for `storage.offline_seconds` at most. An instance whose process
             *     was killed counts until that time is over.
             * @example 3/3
             */
            applied_on: string;
        };
        RotateKey: {
            /**
             * @description How long the old secret still works from the moment that `grace_begins` names, in seconds; 86400 (a day) when absent,
             *     0: it ends at that moment.
             */
            grace_seconds?: number;
            /**
             * @description `first_use`, also when absent: with the first call that the new secret lets in; until then the old one works without a
             *     limit of time. `now`: with the rotation. A secret that leaked is ended at once by `now` and `grace_seconds: 0`.
             * @enum {string}
             */
            grace_begins?: "first_use" | "now";
        };
        /** @description What a key may be used for. Every part that is null does not restrict; an empty list allows nothing. */
        Scope: {
            /** @description Models that a call may name, those to fall back to and those for its tools included. */
            models?: components["schemas"]["Patterns"];
            /**
             * @description Families of operations. Every key may read itself and the list of models, so `models` changes nothing. `images` and
             *     `audio` may read the drive, where their files are.
             */
            operations?: components["schemas"]["OperationFamily"][] | null;
            products?: components["schemas"]["Patterns"];
            /** @description Regions of the configuration; refused as the other names are. */
            regions?: string[] | null;
            /**
             * @description Networks that calls may come from, as CIDR blocks. Behind a proxy a caller has the address that the proxy names, if
             *     `sign_in.trusted_proxies` of the configuration has the proxy; else that of the proxy.
             */
            networks?: string[] | null;
            /**
             * @description What happens to a call that would lose something of meaning where the provider takes another format than the caller's.
             *     `error`: 400 that names the field. `warn`: it is made, and a header names the field. Null: as the model is configured.
             *     A caller's `x-diglot-on-loss` comes first.
             * @enum {string|null}
             */
            on_loss?: "error" | "warn" | null;
        };
        Server: {
            /** @constant */
            object: "server";
            version: string;
            /** @description What SDKs take as their base address. */
            base_urls: {
                /** @example https://models.example.com/v1 */
                openai: string;
                /** @example https://models.example.com */
                anthropic: string;
            };
            /** @description Whether nothing but the built-in demo answers calls. */
            demo_only: boolean;
            /** @description Whether the server can send e-mail. */
            mail: boolean;
        };
        Session: {
            /** @constant */
            object: "session";
            /** @example ses_4kQ1xW8sTz6Hc0VbNf2RyJ7u */
            id: string;
            person: components["schemas"]["Person"];
            /**
             * @description The workspaces that the person is a member of. An operator may use every workspace, also those that are not here:
             *     `GET /workspaces` lists what the caller may see.
             */
            memberships: components["schemas"]["Membership"][];
            method: components["schemas"]["SignInMethod"];
            created_at: components["schemas"]["Instant"];
            /** @description When it ends unless it is used before then (12 hours), and at the latest 7 days after its beginning. */
            expires_at: components["schemas"]["Instant"];
        };
        SessionInfo: {
            /** @constant */
            object: "session_info";
            id: string;
            method: components["schemas"]["SignInMethod"];
            /** @description The browser as it names itself; null when it did not. */
            client: string | null;
            created_at: components["schemas"]["Instant"];
            /** @description To the minute. */
            last_used_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"];
            /** @description Whether it is the session that asks. */
            current: boolean;
        };
        SessionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["SessionInfo"][];
        };
        SetCredential: {
            /** @description The key as the provider issued it, without a scheme such as `Bearer`. */
            value: string;
        };
        SetPassword: {
            /** @description The present password. Required when there is one. */
            current_password?: components["schemas"]["Password"];
            new_password: components["schemas"]["NewPassword"];
        };
        SignIn: {
            email: components["schemas"]["Email"];
            password: components["schemas"]["Password"];
            totp?: components["schemas"]["Totp"];
        };
        SignInByLink: {
            /** @description What follows `#link=` in the address of the link. */
            token: string;
        };
        SignInByPasskey: {
            challenge_id: string;
            credential: components["schemas"]["PasskeyAnswer"];
        };
        /**
         * @description How a session began.
         * @enum {string}
         */
        SignInMethod: "password" | "link" | "passkey" | "oidc";
        SignInMethods: {
            /** @constant */
            object: "sign_in_methods";
            /** @description Identity providers; empty when there is none. */
            providers: components["schemas"]["SignInProvider"][];
        };
        SignInProvider: {
            /** @example google */
            id: string;
            /**
             * @description For the button.
             * @example Google
             */
            name: string;
            /**
             * @description Path that the button leads to.
             * @example /console/api/sessions/oidc/google
             */
            url: string;
        };
        Statement: {
            /** @constant */
            object: "statement";
            workspace_id: string;
            from: components["schemas"]["Instant"];
            to: components["schemas"]["Instant"];
            zone: components["schemas"]["TimeZone"];
            opening_balance: components["schemas"]["Credits"];
            closing_balance: components["schemas"]["Credits"];
            data: components["schemas"]["StatementLine"][];
        };
        /**
         * @description A kind of ledger entry, or `charges` for all charges of a day.
         * @enum {string}
         */
        StatementKind: "grant" | "topup" | "refund" | "adjust" | "expire" | "charges";
        StatementLine: {
            /** @description When it was booked; for charges, the end of the day or of the range. */
            at: components["schemas"]["Instant"];
            kind: components["schemas"]["StatementKind"];
            /** @description What it adds to the balance; negative when it takes away. */
            amount: components["schemas"]["Credits"];
            balance_after: components["schemas"]["Credits"];
            /** @description How many calls were charged; null for entries. */
            calls: number | null;
            reason: string | null;
            actor: string | null;
            /** @description Name that the person has now; null for no person. */
            actor_name: string | null;
            entry_id: string | null;
            call_id: string | null;
        };
        System: {
            /** @constant */
            object: "system";
            version: string;
            /** @example 26.10.0 */
            node: string;
            started_at: components["schemas"]["Instant"];
            database: {
                /**
                 * @example sqlite
                 * @example postgresql
                 */
                engine: string;
                /**
                 * @description `offline`: the database does not answer, calls go on with leased credit; `full`: new calls are refused; `failed`:
                 *     nothing is written until a restart.
                 * @enum {string}
                 */
                state: "ok" | "offline" | "full" | "failed";
                /** @description What is wrong; null when nothing is. */
                message: string | null;
            };
            /** @description All processes that share the database and were seen in the last 90 seconds, the oldest first. */
            instances: components["schemas"]["Instance"][];
            /**
             * @description What an operator should look at, such as a change of the configuration that was refused, or instances with different
             *     catalogues; null when there is nothing.
             */
            warning: string | null;
            /** @description The last comparison of sums; null before the first. */
            reconciliation: components["schemas"]["Reconciliation"] | null;
            /** @description Calls under way on this instance. */
            open_calls: number;
            /** @description The last answers of this instance with a status of 500 or more, newest first. */
            errors: components["schemas"]["RecentError"][];
        };
        Target: {
            /** @description Text formats in which the model is called there, the preferred first. Calls in another one are translated. Empty where it serves no text. */
            wires: string[];
            abilities: components["schemas"]["Abilities"];
            provider: string;
            /** @description Its name there; null: as the caller wrote it. */
            model: string | null;
            region: string;
            weight: number;
        };
        /**
         * @description Percent of the limit, at most 100. For `keys_expiring`, days before the expiry, at most 100, of which the nearest one is
         *     used. For `balance_left`, credits: a message is sent when this many or fewer are left.
         * @example [
         *       50,
         *       75,
         *       100
         *     ]
         */
        Thresholds: number[];
        /**
         * @description IANA name of a time zone.
         * @example Europe/Berlin
         */
        TimeZone: string;
        /** @description The six digits that the authenticator app shows. */
        Totp: string;
        TotpCode: {
            totp: components["schemas"]["Totp"];
        };
        TotpSetup: {
            /** @description The secret in Base32, to type into the app. It is shown here and never again. */
            secret: string;
            /** @description The same as `otpauth://` address, for a QR code. */
            uri: string;
        };
        UnfreezeAccount: {
            reason: components["schemas"]["Reason"];
        };
        /** @description A kind of unit that a call is billed in. Kinds never overlap. */
        UnitKind: string;
        /**
         * @description Quantities by unit kind. A kind that is absent was not used.
         * @example {
         *       "input_tokens": 1200,
         *       "output_tokens": 310
         *     }
         */
        Units: {
            [key: string]: number;
        };
        /** @description What is absent stays as it is. */
        UpdateAlert: {
            thresholds?: components["schemas"]["Thresholds"];
            enabled?: boolean;
        };
        /** @description What is absent stays as it is; `scope` and `limits` are replaced part by part. A change is effective with the next call. */
        UpdateKey: {
            name?: string;
            /** @description The person responsible for the key; null when none is named. */
            owner?: string | null;
            scope?: components["schemas"]["Scope"];
            limits?: components["schemas"]["KeyLimits"];
            /** @description As for a new key. Null: never. */
            expires_at?: string | null;
        };
        /** @description What is absent stays as it is. */
        UpdateMember: {
            name?: components["schemas"]["MemberName"];
            role?: components["schemas"]["MemberRole"];
        };
        /** @description What is absent stays as it is. */
        UpdatePerson: {
            email?: components["schemas"]["Email"];
            name?: components["schemas"]["MemberName"];
            operator?: boolean;
            disabled?: boolean;
            /**
             * @description Removes the password, for one that was forgotten or is known to others.
             * @constant
             */
            password?: false;
            /**
             * @description Turns the second factor off.
             * @constant
             */
            totp?: false;
            /**
             * @description Removes all passkeys, for one that was lost or stolen.
             * @constant
             */
            passkeys?: false;
        };
        UpdateSelf: {
            name: components["schemas"]["MemberName"];
        };
        /** @description What is absent stays as it is. */
        UpdateWorkspace: {
            name?: components["schemas"]["WorkspaceName"];
            plan_id?: string | null;
            time_zone?: components["schemas"]["TimeZone"];
            status?: components["schemas"]["WorkspaceStatus"];
        };
        Usage: {
            /** @constant */
            object: "usage";
            from: components["schemas"]["Instant"];
            to: components["schemas"]["Instant"];
            zone: components["schemas"]["TimeZone"];
            group_by: components["schemas"]["GroupName"][];
            bucket: components["schemas"]["BucketName"];
            data: components["schemas"]["UsageRow"][];
            totals: components["schemas"]["UsageTotals"];
        };
        /** @description The members named in `group_by`, and `bucket_start` unless the bucket is `all`, say what the row stands for. */
        UsageRow: {
            /**
             * @description When the bucket began, as an instant with the zone's offset.
             * @example 2026-11-20T00:00:00+05:45
             */
            bucket_start?: string;
            workspace_id?: string;
            key_id?: string;
            key_name?: string;
            /** @description `-` for calls of operations that name none. */
            model?: string;
            product_sku?: string;
            operation?: string;
            /** @description HTTP status. */
            status?: string;
            calls: number;
            units: components["schemas"]["Units"];
            charge: components["schemas"]["Credits"];
        };
        /**
         * @description Where the figures come from: the upstream's report, its partial report of a stream that broke, our estimate, or none.
         * @enum {string}
         */
        UsageSource: "upstream" | "partial" | "estimate" | "none";
        UsageTotals: {
            calls: number;
            units: components["schemas"]["Units"];
            charge: components["schemas"]["Credits"];
        };
        Verification: {
            /** @constant */
            object: "ledger_verification";
            /** @description Whether every row agrees. */
            ok: boolean;
            /** @description Rows that disagree, the oldest first; at most 100. */
            disagreements: components["schemas"]["Disagreement"][];
        };
        Workspace: {
            /** @constant */
            object: "workspace";
            id: string;
            name: string;
            /** @description Id of its plan; null for none. */
            plan_id: string | null;
            time_zone: components["schemas"]["TimeZone"];
            status: components["schemas"]["WorkspaceStatus"];
            created_at: components["schemas"]["Instant"];
        };
        WorkspaceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Workspace"][];
            has_more: boolean;
            /** @description Send it as `after` for the page that follows. */
            next: string | null;
        };
        /**
         * @description Name for people. Several workspaces may have the same.
         * @example Acme
         */
        WorkspaceName: string;
        /**
         * @description The calls of a suspended workspace are refused; its records stay readable.
         * @enum {string}
         */
        WorkspaceStatus: "active" | "suspended";
    };
    responses: {
        /** @description Something in the request is wrong; `param` names it. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/errors/invalid_value",
                 *       "title": "Invalid value",
                 *       "status": 400,
                 *       "detail": "limit must be an integer from 1 to 1000; you sent 0.",
                 *       "code": "invalid_value",
                 *       "param": "limit",
                 *       "instance": "req_2hV8kQmZ4rT1xY7nB0cLwE9d"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It exists already with other content, or its state does not allow this. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description You may not do this: another role is needed (`forbidden`), the request came from a page of another origin
         *     (`cross_site`), signing in is delayed (`sign_in_delayed`), or a day's messages are sent (`mail_limit_reached`).
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/errors/forbidden",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "Your role in workspace acme is viewer; this needs owner, admin or developer.",
                 *       "code": "forbidden",
                 *       "instance": "req_2hV8kQmZ4rT1xY7nB0cLwE9d"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The mail server could not be reached, or did not accept the e-mail (`mail_failed`). */
        MailFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/errors/mail_failed",
                 *       "title": "E-mail not sent",
                 *       "status": 502,
                 *       "detail": "The mail server refused it (550).",
                 *       "code": "mail_failed",
                 *       "instance": "req_2hV8kQmZ4rT1xY7nB0cLwE9d"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No such thing. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request has neither an administrator key of this server nor a valid session. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/errors/missing_api_key",
                 *       "title": "API key required",
                 *       "status": 401,
                 *       "detail": "An administrator key is required. Send Authorization: Bearer <admin key>; it is DIGLOT_ADMIN_KEY, or stands in <data>/admin-key.",
                 *       "code": "missing_api_key",
                 *       "instance": "req_2hV8kQmZ4rT1xY7nB0cLwE9d"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Anything else, in the same shape. */
        Unexpected: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The `next` of the page before. */
        After: string;
        /** @description The `next` of the page before. */
        AfterRecord: string;
        /** @description The time that a row covers; `all` (the default) is one row for the whole range. */
        Bucket: "all" | "quarter_hour" | "hour" | "day" | "month";
        /**
         * @description `calls` (the default): CSV. `focus`: CSV in the columns of the FinOps Open Cost and Usage Specification, version 1.2.
         *     `jsonl`: one JSON object per line, in the form of `GET /calls`.
         */
        CallFileFormat: "calls" | "focus" | "jsonl";
        /**
         * @description The server's own id of the call, as the ledger names it. To find a call by the request id that its answer carried,
         *     list calls with `request_id`.
         * @example call_3fJx9TqLw2Hs6NvKd0RbYc8M
         */
        CallId: string;
        /**
         * @description Not before this instant; or a day, from its beginning on, in the workspace's own zone, or in UTC over several workspaces.
         * @example 2026-11-01T00:00:00Z
         */
        From: string;
        /** @description What rows are grouped by; repeat the parameter for several groupings. When absent, one row per bucket. */
        GroupBy: components["schemas"]["GroupName"][];
        /** @description Another way to send `external_id`, under the same rules. When both are sent they must be equal. */
        IdempotencyKey: string;
        /**
         * @description Id of the key (not the secret).
         * @example key_8nQ0vZ4cYb1LkWm2RtXp7sDa
         */
        KeyId: string;
        /** @description At most this many entries; 100 when absent. */
        Limit: number;
        /** @description At most this many; 10,000 when absent. */
        ListLimit: number;
        /**
         * @description Id of the member.
         * @example mem_4kQ1xW8sTz6Hc0VbNf2RyJ7u
         */
        MemberId: string;
        /** @description Only of this key. */
        OfKey: string;
        /** @description Only of this model, as the catalogue names it. */
        OfModel: string;
        /** @description Only of this operation, for example `createChatCompletion`. */
        OfOperation: string;
        /** @description Only calls that ended so. `unsuccessful` stands for every outcome but `completed` and `client_left`. */
        OfOutcome: "completed" | "client_left" | "upstream_cut" | "timed_out" | "failed" | "recovered" | "unsuccessful";
        /** @description Only billed to this Product. */
        OfProduct: string;
        /** @description Only with this request id (`x-request-id` of the answer). A caller may use one more than once. */
        OfRequest: string;
        /** @description Only with this HTTP status, or of this class (`2xx`, `4xx`, `5xx`). */
        OfStatus: string;
        /** @description Only of this workspace. */
        OfWorkspace: string;
        /** @description What rows are grouped by; repeat the parameter for several groupings. When absent, one row per bucket. */
        RefusedGroupBy: components["schemas"]["RefusedGroupName"][];
        /**
         * @description Only records with this text in one of the members that the operation names, in capitals or not.
         * @example ada
         */
        Search: string;
        /**
         * @description Before this instant; or before a day.
         * @example 2026-12-01T00:00:00Z
         */
        To: string;
        /**
         * @description First instant counted, or a day, from its beginning in the zone on. A quarter of an hour begins there (minutes 00, 15,
         *     30 or 45). At most ten years ago. When absent: the beginning of the present month in the zone.
         * @example 2026-11-01T00:00:00Z
         */
        UsageFrom: string;
        /**
         * @description The end of the range, which is not counted: an instant on a quarter of an hour, or a day. At most ten years from now.
         *     When absent, the end of the current quarter of an hour.
         * @example 2026-12-01T00:00:00Z
         */
        UsageTo: string;
        /**
         * @description Id of the workspace.
         * @example acme
         */
        WorkspaceId: string;
        /**
         * @description IANA zone in which hours, days and months begin. When absent, the workspace's own, or UTC over several workspaces.
         * @example Asia/Kathmandu
         */
        Zone: string;
    };
    requestBodies: never;
    headers: {
        /** @description Where to go on. */
        Location: string;
        /**
         * @description The session, for this host alone, out of reach of scripts.
         * @example __Host-diglot=…; Path=/; HttpOnly; Secure; SameSite=Strict
         */
        SessionCookie: string;
    };
    pathItems: never;
}
export type Abilities = components['schemas']['Abilities'];
export type AddMember = components['schemas']['AddMember'];
export type AddPasskey = components['schemas']['AddPasskey'];
export type AdjustCredits = components['schemas']['AdjustCredits'];
export type Alert = components['schemas']['Alert'];
export type AlertChannel = components['schemas']['AlertChannel'];
export type AlertLimit = components['schemas']['AlertLimit'];
export type AlertList = components['schemas']['AlertList'];
export type AlertTarget = components['schemas']['AlertTarget'];
export type Attempt = components['schemas']['Attempt'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type Balance = components['schemas']['Balance'];
export type BookedEntry = components['schemas']['BookedEntry'];
export type BucketName = components['schemas']['BucketName'];
export type Call = components['schemas']['Call'];
export type CallDetail = components['schemas']['CallDetail'];
export type CallLoss = components['schemas']['CallLoss'];
export type CallPage = components['schemas']['CallPage'];
export type ChargeLine = components['schemas']['ChargeLine'];
export type Checklist = components['schemas']['Checklist'];
export type ChecklistStep = components['schemas']['ChecklistStep'];
export type CreateAlert = components['schemas']['CreateAlert'];
export type CreateKey = components['schemas']['CreateKey'];
export type CreateLoginLink = components['schemas']['CreateLoginLink'];
export type CreatePerson = components['schemas']['CreatePerson'];
export type CreateWorkspace = components['schemas']['CreateWorkspace'];
export type CreatedAlert = components['schemas']['CreatedAlert'];
export type Credits = components['schemas']['Credits'];
export type DayFigures = components['schemas']['DayFigures'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type Disagreement = components['schemas']['Disagreement'];
export type Email = components['schemas']['Email'];
export type ExternalId = components['schemas']['ExternalId'];
export type Forecast = components['schemas']['Forecast'];
export type GrantCredits = components['schemas']['GrantCredits'];
export type GroupName = components['schemas']['GroupName'];
export type Instance = components['schemas']['Instance'];
export type Instant = components['schemas']['Instant'];
export type Invitation = components['schemas']['Invitation'];
export type IssuedKey = components['schemas']['IssuedKey'];
export type Key = components['schemas']['Key'];
export type KeyLimits = components['schemas']['KeyLimits'];
export type KeyList = components['schemas']['KeyList'];
export type KeyState = components['schemas']['KeyState'];
export type KeyUse = components['schemas']['KeyUse'];
export type LedgerEntry = components['schemas']['LedgerEntry'];
export type LedgerEntryKind = components['schemas']['LedgerEntryKind'];
export type LedgerPage = components['schemas']['LedgerPage'];
export type LimitList = components['schemas']['LimitList'];
export type LimitState = components['schemas']['LimitState'];
export type LoginLink = components['schemas']['LoginLink'];
export type LostBatch = components['schemas']['LostBatch'];
export type LostBatchList = components['schemas']['LostBatchList'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type MemberName = components['schemas']['MemberName'];
export type MemberRole = components['schemas']['MemberRole'];
export type Membership = components['schemas']['Membership'];
export type Model = components['schemas']['Model'];
export type ModelList = components['schemas']['ModelList'];
export type NewPassword = components['schemas']['NewPassword'];
export type OperationFamily = components['schemas']['OperationFamily'];
export type Outcome = components['schemas']['Outcome'];
export type Overview = components['schemas']['Overview'];
export type Passkey = components['schemas']['Passkey'];
export type PasskeyAnswer = components['schemas']['PasskeyAnswer'];
export type PasskeyChallenge = components['schemas']['PasskeyChallenge'];
export type PasskeyList = components['schemas']['PasskeyList'];
export type Password = components['schemas']['Password'];
export type Patterns = components['schemas']['Patterns'];
export type Person = components['schemas']['Person'];
export type PersonInvitation = components['schemas']['PersonInvitation'];
export type PersonList = components['schemas']['PersonList'];
export type Plan = components['schemas']['Plan'];
export type PlanList = components['schemas']['PlanList'];
export type PositiveCredits = components['schemas']['PositiveCredits'];
export type Price = components['schemas']['Price'];
export type PriceTier = components['schemas']['PriceTier'];
export type Problem = components['schemas']['Problem'];
export type Product = components['schemas']['Product'];
export type ProductList = components['schemas']['ProductList'];
export type Provider = components['schemas']['Provider'];
export type ProviderFailure = components['schemas']['ProviderFailure'];
export type ProviderList = components['schemas']['ProviderList'];
export type Rate = components['schemas']['Rate'];
export type Reason = components['schemas']['Reason'];
export type RecentError = components['schemas']['RecentError'];
export type Reconciliation = components['schemas']['Reconciliation'];
export type RefundCall = components['schemas']['RefundCall'];
export type RefusedCalls = components['schemas']['RefusedCalls'];
export type RefusedGroupName = components['schemas']['RefusedGroupName'];
export type RefusedRow = components['schemas']['RefusedRow'];
export type RefusedTotals = components['schemas']['RefusedTotals'];
export type ReleaseLostBatch = components['schemas']['ReleaseLostBatch'];
export type ReplacedSecretState = components['schemas']['ReplacedSecretState'];
export type RevokeKey = components['schemas']['RevokeKey'];
export type RevokedKey = components['schemas']['RevokedKey'];
export type RotateKey = components['schemas']['RotateKey'];
export type Scope = components['schemas']['Scope'];
export type Server = components['schemas']['Server'];
export type Session = components['schemas']['Session'];
export type SessionInfo = components['schemas']['SessionInfo'];
export type SessionList = components['schemas']['SessionList'];
export type SetCredential = components['schemas']['SetCredential'];
export type SetPassword = components['schemas']['SetPassword'];
export type SignIn = components['schemas']['SignIn'];
export type SignInByLink = components['schemas']['SignInByLink'];
export type SignInByPasskey = components['schemas']['SignInByPasskey'];
export type SignInMethod = components['schemas']['SignInMethod'];
export type SignInMethods = components['schemas']['SignInMethods'];
export type SignInProvider = components['schemas']['SignInProvider'];
export type Statement = components['schemas']['Statement'];
export type StatementKind = components['schemas']['StatementKind'];
export type StatementLine = components['schemas']['StatementLine'];
export type System = components['schemas']['System'];
export type Target = components['schemas']['Target'];
export type Thresholds = components['schemas']['Thresholds'];
export type TimeZone = components['schemas']['TimeZone'];
export type Totp = components['schemas']['Totp'];
export type TotpCode = components['schemas']['TotpCode'];
export type TotpSetup = components['schemas']['TotpSetup'];
export type UnfreezeAccount = components['schemas']['UnfreezeAccount'];
export type UnitKind = components['schemas']['UnitKind'];
export type Units = components['schemas']['Units'];
export type UpdateAlert = components['schemas']['UpdateAlert'];
export type UpdateKey = components['schemas']['UpdateKey'];
export type UpdateMember = components['schemas']['UpdateMember'];
export type UpdatePerson = components['schemas']['UpdatePerson'];
export type UpdateSelf = components['schemas']['UpdateSelf'];
export type UpdateWorkspace = components['schemas']['UpdateWorkspace'];
export type Usage = components['schemas']['Usage'];
export type UsageRow = components['schemas']['UsageRow'];
export type UsageSource = components['schemas']['UsageSource'];
export type UsageTotals = components['schemas']['UsageTotals'];
export type Verification = components['schemas']['Verification'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceList = components['schemas']['WorkspaceList'];
export type WorkspaceName = components['schemas']['WorkspaceName'];
export type WorkspaceStatus = components['schemas']['WorkspaceStatus'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseMailFailed = components['responses']['MailFailed'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnexpected = components['responses']['Unexpected'];
export type ParameterAfter = components['parameters']['After'];
export type ParameterAfterRecord = components['parameters']['AfterRecord'];
export type ParameterBucket = components['parameters']['Bucket'];
export type ParameterCallFileFormat = components['parameters']['CallFileFormat'];
export type ParameterCallId = components['parameters']['CallId'];
export type ParameterFrom = components['parameters']['From'];
export type ParameterGroupBy = components['parameters']['GroupBy'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterListLimit = components['parameters']['ListLimit'];
export type ParameterMemberId = components['parameters']['MemberId'];
export type ParameterOfKey = components['parameters']['OfKey'];
export type ParameterOfModel = components['parameters']['OfModel'];
export type ParameterOfOperation = components['parameters']['OfOperation'];
export type ParameterOfOutcome = components['parameters']['OfOutcome'];
export type ParameterOfProduct = components['parameters']['OfProduct'];
export type ParameterOfRequest = components['parameters']['OfRequest'];
export type ParameterOfStatus = components['parameters']['OfStatus'];
export type ParameterOfWorkspace = components['parameters']['OfWorkspace'];
export type ParameterRefusedGroupBy = components['parameters']['RefusedGroupBy'];
export type ParameterSearch = components['parameters']['Search'];
export type ParameterTo = components['parameters']['To'];
export type ParameterUsageFrom = components['parameters']['UsageFrom'];
export type ParameterUsageTo = components['parameters']['UsageTo'];
export type ParameterWorkspaceId = components['parameters']['WorkspaceId'];
export type ParameterZone = components['parameters']['Zone'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderSessionCookie = components['headers']['SessionCookie'];
export type $defs = Record<string, never>;
export interface operations {
    listSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            400: components["responses"]["BadRequest"];
            default: components["responses"]["Unexpected"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Unexpected"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    "set-cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    signInByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInByLink"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    "set-cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    signInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInByPasskey"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    "set-cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    startOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the identity provider in the configuration.
                 * @example google
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider; back to the sign-in page while it does not answer. */
            302: {
                headers: {
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    finishOidcSignIn: {
        parameters: {
            query?: {
                /** @description The authorization code. */
                code?: string;
                /** @description What this server sent along. */
                state?: string;
                /** @description The issuer. */
                iss?: string;
                /** @description Why the provider refused. */
                error?: string;
                /** @description The same for people. */
                error_description?: string;
                /** @description A page about the refusal. */
                error_uri?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the identity provider in the configuration.
                 * @example google
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the console. */
            302: {
                headers: {
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session (not its cookie).
                 * @example ses_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Unexpected"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSelf"];
            };
        };
        responses: {
            /** @description You. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPassword"];
            };
        };
        responses: {
            /** @description It is set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description You. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description You. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Unexpected"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskey"];
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    startPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the passkey.
                 * @example pk_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /**
                 * @description Only records with this text in one of the members that the operation names, in capitals or not.
                 * @example ada
                 */
                search?: components["parameters"]["Search"];
                /** @description The `next` of the page before. */
                after?: components["parameters"]["AfterRecord"];
                /** @description At most this many; 10,000 when absent. */
                limit?: components["parameters"]["ListLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePerson"];
            };
        };
        responses: {
            /** @description The new person. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the person.
                 * @example per_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the person.
                 * @example per_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                person_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePerson"];
            };
        };
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the person.
                 * @example per_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                person_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail server has taken the e-mail. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            502: components["responses"]["MailFailed"];
            default: components["responses"]["Unexpected"];
        };
    };
    createLoginLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLoginLink"];
            };
        };
        responses: {
            /** @description The link. It is shown here and never again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /**
                 * @description Only records with this text in one of the members that the operation names, in capitals or not.
                 * @example ada
                 */
                search?: components["parameters"]["Search"];
                /** @description The `next` of the page before. */
                after?: components["parameters"]["AfterRecord"];
                /** @description At most this many; 10,000 when absent. */
                limit?: components["parameters"]["ListLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All workspaces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "acme",
                 *       "name": "Acme",
                 *       "plan_id": "team",
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        responses: {
            /** @description The new workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan_id": "team"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWorkspace"];
            };
        };
        responses: {
            /** @description The workspace as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Only records with this text in one of the members that the operation names, in capitals or not.
                 * @example ada
                 */
                search?: components["parameters"]["Search"];
                /** @description The `next` of the page before. */
                after?: components["parameters"]["AfterRecord"];
                /** @description At most this many; 10,000 when absent. */
                limit?: components["parameters"]["ListLimit"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All members of the workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "name": "Ada Lovelace",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["AddMember"];
            };
        };
        responses: {
            /** @description The new member. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the member.
                 * @example mem_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the member.
                 * @example mem_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member that was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the member.
                 * @example mem_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "billing"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            /** @description The member as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the member.
                 * @example mem_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                member_id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail server has taken the e-mail. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            502: components["responses"]["MailFailed"];
            default: components["responses"]["Unexpected"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getChecklist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checklist"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listLimits: {
        parameters: {
            query?: {
                /** @description Only the limits of these keys; repeat the parameter for several. */
                key_id?: string[];
                /**
                 * @description Which keys come first: `newest`, the default, or `nearest`, the keys of which the largest share of a limit is used
                 *     or held. The latter changes with every call: a key can be missing from later pages, or be there twice.
                 */
                order?: "newest" | "nearest";
                /** @description The `next` of the page before. */
                after?: components["parameters"]["AfterRecord"];
                /** @description The limits of at most this many keys that have some; of 10,000 when absent. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance of this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    grantCredits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Another way to send `external_id`, under the same rules. When both are sent they must be equal. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "1000",
                 *       "reason": "Invoice 2026-118",
                 *       "external_id": "invoice-2026-118"
                 *     }
                 */
                "application/json": components["schemas"]["GrantCredits"];
            };
        };
        responses: {
            /** @description It was booked before; nothing changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedEntry"];
                };
            };
            /** @description Booked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    adjustCredits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Another way to send `external_id`, under the same rules. When both are sent they must be equal. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "-12.5",
                 *       "reason": "Granted twice by mistake in October"
                 *     }
                 */
                "application/json": components["schemas"]["AdjustCredits"];
            };
        };
        responses: {
            /** @description It was booked before; nothing changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedEntry"];
                };
            };
            /** @description Booked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    unfreezeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnfreezeAccount"];
            };
        };
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listLedgerEntries: {
        parameters: {
            query?: {
                /** @description Only entries of this kind. */
                kind?: "grant" | "topup" | "refund" | "adjust" | "expire";
                /** @description The `next` of the page before. */
                after?: components["parameters"]["After"];
                /** @description At most this many entries; 100 when absent. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /**
                 * @description First instant counted, or a day, from its beginning in the zone on. A quarter of an hour begins there (minutes 00, 15,
                 *     30 or 45). At most ten years ago. When absent: the beginning of the present month in the zone.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description The end of the range, which is not counted: an instant on a quarter of an hour, or a day. At most ten years from now.
                 *     When absent, the end of the current quarter of an hour.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description IANA zone in which hours, days and months begin. When absent, the workspace's own, or UTC over several workspaces.
                 * @example Asia/Kathmandu
                 */
                zone?: components["parameters"]["Zone"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportStatement: {
        parameters: {
            query?: {
                /**
                 * @description First instant counted, or a day, from its beginning in the zone on. A quarter of an hour begins there (minutes 00, 15,
                 *     30 or 45). At most ten years ago. When absent: the beginning of the present month in the zone.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description The end of the range, which is not counted: an instant on a quarter of an hour, or a day. At most ten years from now.
                 *     When absent, the end of the current quarter of an hour.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description IANA zone in which hours, days and months begin. When absent, the workspace's own, or UTC over several workspaces.
                 * @example Asia/Kathmandu
                 */
                zone?: components["parameters"]["Zone"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts; never their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": "plan_month",
                 *       "thresholds": [
                 *         50,
                 *         75,
                 *         100
                 *       ],
                 *       "channel": "webhook",
                 *       "target": "https://hooks.example.com/diglot"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAlert"];
            };
        };
        responses: {
            /** @description The alert. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAlert"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    removeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the alert.
                 * @example alr_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the alert.
                 * @example alr_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAlert"];
            };
        };
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    testAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
                /**
                 * @description Id of the alert.
                 * @example alr_4kQ1xW8sTz6Hc0VbNf2RyJ7u
                 */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only of this alert. */
                alert_id?: string;
                /** @description At most this many entries; 100 when absent. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next` of the page before. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workspace.
                 * @example acme
                 */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Only of this workspace. */
                workspace_id?: components["parameters"]["OfWorkspace"];
                /** @description Only keys in this state; `ended`: expired or revoked. */
                state?: "active" | "expired" | "revoked" | "ended";
                /** @description Only keys that a charged call was made with, or only those without one. */
                used?: boolean;
                /**
                 * @description Only keys that expire, before this instant; or before this day, in the workspace's own zone, or in UTC over several workspaces.
                 * @example 2026-12-01T00:00:00Z
                 */
                expires_before?: string;
                /**
                 * @description Only records with this text in one of the members that the operation names, in capitals or not.
                 * @example ada
                 */
                search?: components["parameters"]["Search"];
                /** @description The `next` of the page before. */
                after?: components["parameters"]["AfterRecord"];
                /** @description At most this many; 10,000 when absent. */
                limit?: components["parameters"]["ListLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys; never their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspace_id": "acme",
                 *       "name": "ci",
                 *       "scope": {
                 *         "models": [
                 *           "gpt-5*"
                 *         ],
                 *         "operations": [
                 *           "chat",
                 *           "responses"
                 *         ]
                 *       },
                 *       "limits": {
                 *         "month": "500"
                 *       },
                 *       "expires_at": "2027-02-20T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description The key and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key (not the secret).
                 * @example key_8nQ0vZ4cYb1LkWm2RtXp7sDa
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key (not the secret).
                 * @example key_8nQ0vZ4cYb1LkWm2RtXp7sDa
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limits": {
                 *         "day": "20"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateKey"];
            };
        };
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key (not the secret).
                 * @example key_8nQ0vZ4cYb1LkWm2RtXp7sDa
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKey"];
            };
        };
        responses: {
            /** @description The key and its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key (not the secret).
                 * @example key_8nQ0vZ4cYb1LkWm2RtXp7sDa
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeKey"];
            };
        };
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    listProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    setProviderCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the provider.
                 * @example openai
                 */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "the-key-that-the-provider-issued"
                 *     }
                 */
                "application/json": components["schemas"]["SetCredential"];
            };
        };
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    removeProviderCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the provider.
                 * @example openai
                 */
                provider_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description The key is deleted; the configuration no longer has this provider. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    queryUsage: {
        parameters: {
            query?: {
                /**
                 * @description First instant counted, or a day, from its beginning in the zone on. A quarter of an hour begins there (minutes 00, 15,
                 *     30 or 45). At most ten years ago. When absent: the beginning of the present month in the zone.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description The end of the range, which is not counted: an instant on a quarter of an hour, or a day. At most ten years from now.
                 *     When absent, the end of the current quarter of an hour.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description IANA zone in which hours, days and months begin. When absent, the workspace's own, or UTC over several workspaces.
                 * @example Asia/Kathmandu
                 */
                zone?: components["parameters"]["Zone"];
                /** @description What rows are grouped by; repeat the parameter for several groupings. When absent, one row per bucket. */
                group_by?: components["parameters"]["GroupBy"];
                /** @description The time that a row covers; `all` (the default) is one row for the whole range. */
                bucket?: components["parameters"]["Bucket"];
                /** @description Only of this workspace. */
                workspace_id?: components["parameters"]["OfWorkspace"];
                /** @description Only of this key. */
                key_id?: components["parameters"]["OfKey"];
                /** @description Only of this model, as the catalogue names it. */
                model?: components["parameters"]["OfModel"];
                /** @description Only billed to this Product. */
                product_sku?: components["parameters"]["OfProduct"];
                /** @description Only of this operation, for example `createChatCompletion`. */
                operation?: components["parameters"]["OfOperation"];
                /** @description Only with this HTTP status, or of this class (`2xx`, `4xx`, `5xx`). */
                status?: components["parameters"]["OfStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, ordered by bucket and then by group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportUsage: {
        parameters: {
            query?: {
                /**
                 * @description First instant counted, or a day, from its beginning in the zone on. A quarter of an hour begins there (minutes 00, 15,
                 *     30 or 45). At most ten years ago. When absent: the beginning of the present month in the zone.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description The end of the range, which is not counted: an instant on a quarter of an hour, or a day. At most ten years from now.
                 *     When absent, the end of the current quarter of an hour.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description IANA zone in which hours, days and months begin. When absent, the workspace's own, or UTC over several workspaces.
                 * @example Asia/Kathmandu
                 */
                zone?: components["parameters"]["Zone"];
                /** @description What rows are grouped by; repeat the parameter for several groupings. When absent, one row per bucket. */
                group_by?: components["parameters"]["GroupBy"];
                /** @description The time that a row covers; `all` (the default) is one row for the whole range. */
                bucket?: components["parameters"]["Bucket"];
                /** @description Only of this workspace. */
                workspace_id?: components["parameters"]["OfWorkspace"];
                /** @description Only of this key. */
                key_id?: components["parameters"]["OfKey"];
                /** @description Only of this model, as the catalogue names it. */
                model?: components["parameters"]["OfModel"];
                /** @description Only billed to this Product. */
                product_sku?: components["parameters"]["OfProduct"];
                /** @description Only of this operation, for example `createChatCompletion`. */
                operation?: components["parameters"]["OfOperation"];
                /** @description Only with this HTTP status, or of this class (`2xx`, `4xx`, `5xx`). */
                status?: components["parameters"]["OfStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    queryRefusedCalls: {
        parameters: {
            query?: {
                /**
                 * @description First instant counted, or a day, from its beginning in the zone on. A quarter of an hour begins there (minutes 00, 15,
                 *     30 or 45). At most ten years ago. When absent: the beginning of the present month in the zone.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description The end of the range, which is not counted: an instant on a quarter of an hour, or a day. At most ten years from now.
                 *     When absent, the end of the current quarter of an hour.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description IANA zone in which hours, days and months begin. When absent, the workspace's own, or UTC over several workspaces.
                 * @example Asia/Kathmandu
                 */
                zone?: components["parameters"]["Zone"];
                /** @description What rows are grouped by; repeat the parameter for several groupings. When absent, one row per bucket. */
                group_by?: components["parameters"]["RefusedGroupBy"];
                /** @description The time that a row covers; `all` (the default) is one row for the whole range. */
                bucket?: components["parameters"]["Bucket"];
                /** @description Only of this workspace. */
                workspace_id?: components["parameters"]["OfWorkspace"];
                /** @description Only of this key. */
                key_id?: components["parameters"]["OfKey"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, ordered by bucket and then by group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedCalls"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Only of this workspace. */
                workspace_id?: components["parameters"]["OfWorkspace"];
                /** @description Only of this key. */
                key_id?: components["parameters"]["OfKey"];
                /** @description Only of this model, as the catalogue names it. */
                model?: components["parameters"]["OfModel"];
                /** @description Only billed to this Product. */
                product_sku?: components["parameters"]["OfProduct"];
                /** @description Only of this operation, for example `createChatCompletion`. */
                operation?: components["parameters"]["OfOperation"];
                /** @description Only with this request id (`x-request-id` of the answer). A caller may use one more than once. */
                request_id?: components["parameters"]["OfRequest"];
                /** @description Only calls that ended so. `unsuccessful` stands for every outcome but `completed` and `client_left`. */
                outcome?: components["parameters"]["OfOutcome"];
                /** @description Only with this HTTP status, or of this class (`2xx`, `4xx`, `5xx`). */
                status?: components["parameters"]["OfStatus"];
                /**
                 * @description Not before this instant; or a day, from its beginning on, in the workspace's own zone, or in UTC over several workspaces.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["From"];
                /**
                 * @description Before this instant; or before a day.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["To"];
                /** @description The `next` of the page before. */
                after?: components["parameters"]["After"];
                /** @description At most this many entries; 100 when absent. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    exportCalls: {
        parameters: {
            query?: {
                /** @description Only of this workspace. */
                workspace_id?: components["parameters"]["OfWorkspace"];
                /** @description Only of this key. */
                key_id?: components["parameters"]["OfKey"];
                /** @description Only of this model, as the catalogue names it. */
                model?: components["parameters"]["OfModel"];
                /** @description Only billed to this Product. */
                product_sku?: components["parameters"]["OfProduct"];
                /** @description Only of this operation, for example `createChatCompletion`. */
                operation?: components["parameters"]["OfOperation"];
                /** @description Only with this request id (`x-request-id` of the answer). A caller may use one more than once. */
                request_id?: components["parameters"]["OfRequest"];
                /** @description Only calls that ended so. `unsuccessful` stands for every outcome but `completed` and `client_left`. */
                outcome?: components["parameters"]["OfOutcome"];
                /** @description Only with this HTTP status, or of this class (`2xx`, `4xx`, `5xx`). */
                status?: components["parameters"]["OfStatus"];
                /**
                 * @description Not before this instant; or a day, from its beginning on, in the workspace's own zone, or in UTC over several workspaces.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: components["parameters"]["From"];
                /**
                 * @description Before this instant; or before a day.
                 * @example 2026-12-01T00:00:00Z
                 */
                to?: components["parameters"]["To"];
                /**
                 * @description `calls` (the default): CSV. `focus`: CSV in the columns of the FinOps Open Cost and Usage Specification, version 1.2.
                 *     `jsonl`: one JSON object per line, in the form of `GET /calls`.
                 */
                format?: components["parameters"]["CallFileFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The server's own id of the call, as the ledger names it. To find a call by the request id that its answer carried,
                 *     list calls with `request_id`.
                 * @example call_3fJx9TqLw2Hs6NvKd0RbYc8M
                 */
                call_id: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Unexpected"];
        };
    };
    refundCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Another way to send `external_id`, under the same rules. When both are sent they must be equal. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The server's own id of the call, as the ledger names it. To find a call by the request id that its answer carried,
                 *     list calls with `request_id`.
                 * @example call_3fJx9TqLw2Hs6NvKd0RbYc8M
                 */
                call_id: components["parameters"]["CallId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The answer was cut by our maintenance"
                 *     }
                 */
                "application/json": components["schemas"]["RefundCall"];
            };
        };
        responses: {
            /** @description It was booked before; nothing changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedEntry"];
                };
            };
            /** @description Booked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    listLostBatches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lost batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LostBatchList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    releaseLostBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the batch, as the list of lost batches names it.
                 * @example msgbatch_3fJx9TqLw2Hs6NvKd0RbYc8M
                 */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The provider had an outage and made no batch"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseLostBatch"];
            };
        };
        responses: {
            /** @description The balance of its workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            default: components["responses"]["Unexpected"];
        };
    };
    verifyLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found; `ok` says whether all agrees. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description Only entries about this thing itself, for example `workspace:acme`: those about its keys, members and alerts have
                 *     subjects of their own, such as `key:key_0Yx`. An id alone, such as `acme`, finds the entries about all things with
                 *     this id.
                 */
                subject?: string;
                /** @description The `next` of the page before. */
                after?: components["parameters"]["After"];
                /** @description At most this many entries; 100 when absent. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Unexpected"];
        };
    };
}
