// Generated from specs/ by `npm run generate`. Do not edit.
export interface paths {
    "/v1/messages": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a message
         * @description Sends a conversation to a model and returns its next message, as one JSON object or, with `stream: true`, as events as it is generated.
         *
         *     A stream has these events: `message_start`; for each content block `content_block_start`, its `content_block_delta`s
         *     and `content_block_stop`; then `message_delta` with the totals, and `message_stop`. `ping` may occur anywhere.
         *     Nothing follows `error`. Ignore events and delta types that this document does not list. The last event is sent once
         *     the charge is recorded, so a client that has seen `message_stop` has been charged, once.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/count_tokens": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count message tokens
         * @description Counts the input tokens of a message request, including tools, images and documents, without running it. Fields
         *     that have no effect on the count, such as `max_tokens`, may stay in the body.
         *
         *     If the model's provider does not count tokens in this format, the count is an estimate, and
         *     `x-diglot-approximated` is `input_tokens`.
         */
        post: operations["countMessageTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/batches": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List message batches
         * @description Lists the batches of the workspace, newest first.
         */
        get: operations["listMessageBatches"];
        put?: never;
        /**
         * Create a message batch
         * @description Runs up to 100,000 message requests in the background, within 24 hours. Each model is checked as for a single call.
         *     The maximum cost of all requests is set aside when the batch is created; if that much is not available, the batch
         *     is refused. When the batch has ended, each request that succeeded is charged, to the Product that the request named,
         *     or to the model's own, at the price in force when the batch was created.
         *
         *     A body may have 100,000 members of JSON objects, at all levels, and one more for every 64 bytes. Ten thousand requests
         *     of one short message fit. Split a larger batch.
         */
        post: operations["createMessageBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/batches/{message_batch_id}": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a message batch
         * @description Returns the state of a batch. Poll it until `processing_status` is `ended`; then `results_url` is set, to an address of this gateway.
         */
        get: operations["getMessageBatch"];
        put?: never;
        post?: never;
        /**
         * Delete a message batch
         * @description Deletes a batch that has ended, and its results.
         */
        delete: operations["deleteMessageBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/batches/{message_batch_id}/cancel": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a message batch
         * @description Cancels a batch. Requests that are already running may still complete; the others become `canceled`.
         */
        post: operations["cancelMessageBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/batches/{message_batch_id}/results": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve message batch results
         * @description Returns one JSON object per line, in any order; `custom_id` identifies the request. Returns 404 until the batch
         *     has ended.
         */
        get: operations["getMessageBatchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/complete": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a text completion
         * @description The API that preceded Messages: a prompt with `\n\nHuman:` and `\n\nAssistant:` turns, and the text that follows it.
         *     With `stream: true`, the text arrives in `completion` events. The last one has `stop_reason`.
         */
        post: operations["createTextCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists the models that this key may call in the region: those that its scope and the plan of its workspace include,
         *     and of which it may use an operation. Some are callable only if the call names a Product. Every key may call this,
         *     whatever its scope: a 200 confirms that the key works.
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
    "/v1/models/{model_id}": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Name of a model. Send a slash in it as `%2F`. */
                model_id: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        /**
         * Get a model
         * @description Returns one model that this key may call, whatever else its scope says. A model outside the scope of the key or the
         *     plan of its workspace, or of which the key may use no operation, returns 403, as a call of it does. A model that does
         *     not exist, is retired, or is not in the region returns 404.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Lists the files of the workspace, newest first. Two ways of paging are supported: `page` with `next_page`, and
         *     `after_id` or `before_id` with `has_more`.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Uploads a file. Content blocks can refer to its id.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{file_id}": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a file, as returned by its upload. A file of another workspace returns 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Get file metadata
         * @description Returns the metadata of a file, without its bytes.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file. Messages that refer to it fail from then on.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{file_id}/content": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
                 * @example "9f86d081"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description Id of a file, as returned by its upload. A file of another workspace returns 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Download a file
         * @description Returns the bytes of a file that is `downloadable`. Where the provider knows ranges, `Range` gets a part of them;
         *     elsewhere it gets the whole file.
         */
        get: operations["getFileContent"];
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
        /** @description Advice in plain text. */
        AdvisorAdvice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "advisor_result";
            /** @description The advice. */
            text: string;
            /** @description Why the advisor stopped, as in a message; `max_tokens` if its advice was cut off. */
            stop_reason?: string | null;
        };
        /** @description Why there is no advice. */
        AdvisorFailure: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "advisor_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description Advice that only the upstream can read. */
        AdvisorRedactedAdvice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "advisor_redacted_result";
            /** @description The advice, readable only by the upstream; send it back unchanged. */
            encrypted_content: string;
            /** @description Why the advisor stopped, as in a message. */
            stop_reason?: string | null;
        };
        /** @description The advice, or why there is none. */
        AdvisorResult: components["schemas"]["AdvisorAdvice"] | components["schemas"]["AdvisorRedactedAdvice"] | components["schemas"]["AdvisorFailure"];
        /** @description Lets the model ask another model for advice while it works. */
        AdvisorTool20260301: {
            /** @constant */
            type: "advisor_20260301";
            /**
             * @description Name of the tool.
             * @constant
             */
            name: "advisor";
            /** @description Model that gives the advice. */
            model: string;
            /** @description How long the advisor's own prompt stays in the cache. If absent, it is not cached. */
            caching?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Maximum tokens of one piece of advice. */
            max_tokens?: number | null;
            /** @description How often it may be used in this call. */
            max_uses?: number | null;
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "advisor_20260301";
        });
        /** @description A cut that was made. */
        AppliedContextEdit: {
            /** @description Kind of the cut, as in the request. */
            type: string;
            /** @description Tokens removed from the prompt. */
            cleared_input_tokens?: number;
            /** @description Tool calls that were removed. */
            cleared_tool_uses?: number;
            /** @description Turns whose thinking was removed. */
            cleared_thinking_turns?: number;
        };
        /** @description Cuts that the upstream made in the conversation (beta). */
        AppliedContextManagement: {
            /** @description The cuts, in order. */
            applied_edits?: components["schemas"]["AppliedContextEdit"][];
        };
        /** @description An image in the request. */
        Base64ImageSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "base64";
            /** @description The bytes, in Base64. */
            data: string;
            /** @description Kind of image. */
            media_type: string;
        };
        /** @description A PDF document in the request. */
        Base64PDFSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "base64";
            /** @description The bytes, in Base64. */
            data: string;
            /** @constant */
            media_type: "application/pdf";
        };
        /** @description A shell that the caller runs, in its first form (beta). */
        BashTool20241022: {
            /** @constant */
            type: "bash_20241022";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "bash";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_20241022";
        });
        /** @description A shell that the caller runs; the model writes the commands. */
        BashTool20250124: {
            /** @constant */
            type: "bash_20250124";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "bash";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_20250124";
        });
        /** @description Who pays for the call at the vendor. What this gateway charges does not depend on it (beta). */
        BillingPolicy: {
            type: string;
            /** @description Who pays. */
            bill_to?: string;
        };
        /** @description One thing that happened in the browser. */
        BrowserStateChange: components["schemas"]["BrowserStateChangeTabOpened"] | components["schemas"]["BrowserStateChangeDownloadStarted"] | components["schemas"]["BrowserStateChangeDownloadCompleted"] | components["schemas"]["BrowserStateChangeDownloadFailed"];
        /** @description A download ended. */
        BrowserStateChangeDownloadCompleted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "download_completed";
            /** @description Id of the download. */
            download_id: string;
            /** @description Path at which the file was saved. */
            path?: string | null;
            /** @description Size in bytes. */
            size_bytes?: number | null;
            /** @description URL of the file. */
            url: string;
        };
        /** @description A download failed. */
        BrowserStateChangeDownloadFailed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "download_failed";
            /** @description Id of the download. */
            download_id: string;
            /** @description Why it failed. */
            error?: string | null;
            /** @description URL of the file. */
            url: string;
        };
        /** @description A download began. */
        BrowserStateChangeDownloadStarted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "download_started";
            /** @description Id of the download. */
            download_id: string;
            /** @description URL of the file. */
            url: string;
        };
        /** @description A tab was opened. */
        BrowserStateChangeTabOpened: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tab_opened";
            /** @description Id of the tab. */
            tab_id: string;
        };
        /** @description One tab. */
        BrowserStateTabEntry: {
            /** @description Whether the tab is active. */
            active?: boolean;
            /** @description Id of the tab. */
            tab_id: string;
            /** @description Title of the page. */
            title: string;
            /** @description URL of the page. */
            url: string;
        };
        /** @description A browser that the caller controls, as a set of actions. */
        BrowserToolset20260801: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "browser_toolset_20260801";
            /** @description Who may call the actions. If absent, only the model itself. */
            allowed_callers?: string[];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Settings of single actions. */
            configs?: components["schemas"]["BrowserToolsetConfigs"] | null;
        };
        /** @description Settings of single actions, by name. Actions that are not named keep their defaults. */
        BrowserToolsetConfigs: {
            close_tab?: components["schemas"]["ToolsetMember"];
            double_click?: components["schemas"]["ToolsetMember"];
            file_upload?: components["schemas"]["ToolsetMember"];
            find?: components["schemas"]["ToolsetMember"];
            form_input?: components["schemas"]["ToolsetMember"];
            get_page_text?: components["schemas"]["ToolsetMember"];
            hold_key?: components["schemas"]["ToolsetMember"];
            hover?: components["schemas"]["ToolsetMember"];
            javascript_exec?: components["schemas"]["ToolsetMember"];
            key?: components["schemas"]["ToolsetMember"];
            left_click?: components["schemas"]["ToolsetMember"];
            left_click_drag?: components["schemas"]["ToolsetMember"];
            left_mouse_down?: components["schemas"]["ToolsetMember"];
            left_mouse_up?: components["schemas"]["ToolsetMember"];
            list_tabs?: components["schemas"]["ToolsetMember"];
            middle_click?: components["schemas"]["ToolsetMember"];
            mouse_move?: components["schemas"]["ToolsetMember"];
            navigate?: components["schemas"]["ToolsetMember"];
            new_tab?: components["schemas"]["ToolsetMember"];
            read_console?: components["schemas"]["ToolsetMember"];
            read_network?: components["schemas"]["ToolsetMember"];
            read_page?: components["schemas"]["ToolsetMember"];
            right_click?: components["schemas"]["ToolsetMember"];
            screenshot?: components["schemas"]["ToolsetMember"];
            scroll?: components["schemas"]["ToolsetMember"];
            scroll_to?: components["schemas"]["ToolsetMember"];
            switch_tab?: components["schemas"]["ToolsetMember"];
            triple_click?: components["schemas"]["ToolsetMember"];
            type?: components["schemas"]["ToolsetMember"];
            wait?: components["schemas"]["ToolsetMember"];
            zoom?: components["schemas"]["ToolsetMember"];
        };
        /** @description Marks the end of a prefix that the upstream caches for the next request. */
        CacheControlEphemeral: {
            /** @constant */
            type: "ephemeral";
            /** @description How long the prefix is cached. Default: 5 minutes. An hour costs more to write. */
            ttl?: string;
        };
        /** @description Tokens written to the cache. */
        CacheCreation: {
            /**
             * @description Tokens cached for an hour.
             * @default 0
             */
            ephemeral_1h_input_tokens?: number;
            /**
             * @description Tokens cached for five minutes.
             * @default 0
             */
            ephemeral_5m_input_tokens?: number;
        };
        /** @description Why the prompt cache missed. */
        CacheDiagnostics: {
            /** @description The reason; null until it is known. */
            cache_miss_reason?: {
                /** @description What differs from the earlier request. */
                type: string;
                /** @description About how many tokens would have come from the cache. */
                cache_missed_input_tokens?: number;
            } | null;
        };
        /** @description It was cancelled before it ran. */
        CanceledResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "canceled";
        };
        /** @description One thing that a model can or cannot do. */
        CapabilitySupport: {
            /** @description Whether the model can do it. */
            supported: boolean;
        };
        /** @description The tool to add or remove. Other types are passed to the upstream. */
        ChangedTool: components["schemas"]["ToolByName"] | components["schemas"]["McpToolByName"] | components["schemas"]["McpToolsetByName"] | components["schemas"]["ToolByDefinition"];
        /** @description A source of the text so far. */
        CitationsDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "citations_delta";
            /** @description Another source of the text. */
            citation: components["schemas"]["ResponseCitation"];
        };
        /** @description How long a `system` message is shown to the model. If absent, always (beta). */
        ClearAt: string | null;
        /** @description Drops old thinking. */
        ClearThinkingEdit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "clear_thinking_20251015";
            /** @description How many of the newest turns keep their thinking, or `all`. */
            keep?: string | components["schemas"]["KeptThinking"];
        };
        /** @description Drops old tool calls. */
        ClearToolUsesEdit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "clear_tool_uses_20250919";
            /** @description Threshold from which it applies. */
            trigger?: components["schemas"]["EditAmount"];
            /** @description How many of the newest calls are kept. */
            keep?: components["schemas"]["EditAmount"];
            /** @description Minimum amount to remove for the cut to be made. */
            clear_at_least?: components["schemas"]["EditAmount"] | null;
            /** @description Whether the inputs are also removed: all of them, or those of the named tools. */
            clear_tool_inputs?: boolean | string[] | null;
            /** @description Names of tools whose calls are kept. */
            exclude_tools?: string[] | null;
        };
        /** @description Code that the upstream runs in a container of its own. */
        CodeExecutionTool20250522: {
            /** @constant */
            type: "code_execution_20250522";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "code_execution";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20250522";
        });
        /** @description Code that the upstream runs in a container of its own. */
        CodeExecutionTool20250825: {
            /** @constant */
            type: "code_execution_20250825";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "code_execution";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20250825";
        });
        /** @description Code that the upstream runs in a container of its own. */
        CodeExecutionTool20260120: {
            /** @constant */
            type: "code_execution_20260120";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "code_execution";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20260120";
        });
        /** @description Code that the upstream runs in a container of its own. */
        CodeExecutionTool20260521: {
            /** @constant */
            type: "code_execution_20260521";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "code_execution";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20260521";
        });
        /** @description Replaces earlier turns with a summary. */
        CompactEdit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compact_20260112";
            /** @description Instructions for the summary. */
            instructions?: string | null;
            /** @description Answer with the summary only. */
            pause_after_compaction?: boolean;
            /** @description Threshold from which it applies. */
            trigger?: components["schemas"]["EditAmount"] | null;
        };
        /** @description Requests a summary of the conversation instead of the next turn (beta). */
        Compaction: {
            /** @description Kind of summary. */
            type: string;
            /** @description Instructions for the summary. Default: the upstream's own. */
            instructions?: string | null;
        };
        /** @description Ways of summarising a conversation. */
        CompactionCapability: {
            /** @description The kind `summarize`. */
            summarize?: components["schemas"]["CapabilitySupport"];
            /** @description Whether the model can do it. */
            supported: boolean;
        };
        /** @description The summary of a compaction block (beta). */
        CompactionContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction_delta";
            /** @description The summary, if it is readable. */
            content?: string | null;
            /** @description The summary, which only the upstream can read. */
            encrypted_content?: string | null;
        };
        /** @description A desktop that the caller controls, in its first form (beta). */
        ComputerTool20241022: {
            /** @constant */
            type: "computer_20241022";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "computer";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
            /** @description Width of the screen in pixels. */
            display_width_px: number;
            /** @description Height of the screen in pixels. */
            display_height_px: number;
            /** @description Number of the X11 display. */
            display_number?: number | null;
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_20241022";
        });
        /** @description A desktop that the caller controls, as one tool (beta). */
        ComputerTool20250124: {
            /** @constant */
            type: "computer_20250124";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "computer";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
            /** @description Width of the screen in pixels. */
            display_width_px: number;
            /** @description Height of the screen in pixels. */
            display_height_px: number;
            /** @description Number of the X11 display. */
            display_number?: number | null;
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_20250124";
        });
        /** @description A desktop that the caller controls, as one tool (beta). */
        ComputerTool20251124: {
            /** @constant */
            type: "computer_20251124";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "computer";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
            /** @description Width of the screen in pixels. */
            display_width_px: number;
            /** @description Height of the screen in pixels. */
            display_height_px: number;
            /** @description Number of the X11 display. */
            display_number?: number | null;
            /** @description Whether the model may zoom in on a part of the screen. */
            enable_zoom?: boolean;
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_20251124";
        });
        /** @description A desktop that the caller controls, as a set of actions. */
        ComputerToolset20260801: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_toolset_20260801";
            /** @description Who may call the actions. If absent, only the model itself. */
            allowed_callers?: string[];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Settings of single actions. */
            configs?: components["schemas"]["ComputerToolsetConfigs"] | null;
        };
        /** @description Settings of single actions, by name. Actions that are not named keep their defaults. */
        ComputerToolsetConfigs: {
            cursor_position?: components["schemas"]["ToolsetMember"];
            double_click?: components["schemas"]["ToolsetMember"];
            hold_key?: components["schemas"]["ToolsetMember"];
            key?: components["schemas"]["ToolsetMember"];
            left_click?: components["schemas"]["ToolsetMember"];
            left_click_drag?: components["schemas"]["ToolsetMember"];
            left_mouse_down?: components["schemas"]["ToolsetMember"];
            left_mouse_up?: components["schemas"]["ToolsetMember"];
            middle_click?: components["schemas"]["ToolsetMember"];
            mouse_move?: components["schemas"]["ToolsetMember"];
            right_click?: components["schemas"]["ToolsetMember"];
            screenshot?: components["schemas"]["ToolsetMember"];
            scroll?: components["schemas"]["ToolsetMember"];
            triple_click?: components["schemas"]["ToolsetMember"];
            type?: components["schemas"]["ToolsetMember"];
            wait?: components["schemas"]["ToolsetMember"];
            zoom?: components["schemas"]["ToolsetMember"];
        };
        /** @description A container in which the upstream runs code. */
        Container: {
            /** @description Id of the container; send it in the next request to continue with it. */
            id: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
            /** @description Skills that are available in the container. */
            skills?: components["schemas"]["ContainerSkill"][] | null;
        };
        /** @description The container in which the upstream runs code. */
        ContainerParams: {
            /** @description Id of a container to continue with. Default: a new one. */
            id?: string | null;
            /** @description Skills to put into the container. */
            skills?: components["schemas"]["SkillParams"][] | null;
        };
        /** @description A skill in the container. */
        ContainerSkill: {
            /** @description Owner of the skill. */
            type: string;
            /** @description Id of the skill. */
            skill_id: string;
            /** @description Version of the skill. */
            version: string;
        };
        /** @description One block of the answer. Other types may appear and must be preserved. */
        ContentBlock: components["schemas"]["ResponseTextBlock"] | components["schemas"]["ResponseThinkingBlock"] | components["schemas"]["ResponseRedactedThinkingBlock"] | components["schemas"]["ResponseToolUseBlock"] | components["schemas"]["ResponseServerToolUseBlock"] | components["schemas"]["ResponseWebSearchToolResultBlock"] | components["schemas"]["ResponseWebFetchToolResultBlock"] | components["schemas"]["ResponseCodeExecutionToolResultBlock"] | components["schemas"]["ResponseBashCodeExecutionToolResultBlock"] | components["schemas"]["ResponseTextEditorCodeExecutionToolResultBlock"] | components["schemas"]["ResponseToolSearchToolResultBlock"] | components["schemas"]["ResponseContainerUploadBlock"] | components["schemas"]["ResponseMcpToolUseBlock"] | components["schemas"]["ResponseMcpToolResultBlock"] | components["schemas"]["ResponseCompactionBlock"] | components["schemas"]["ResponseAdvisorToolResultBlock"] | components["schemas"]["ResponseMcpToolListingBlock"] | components["schemas"]["ResponseFallbackBlock"];
        /** @description What is added to a block. Skip types that are not listed. */
        ContentBlockDelta: components["schemas"]["TextContentBlockDelta"] | components["schemas"]["InputJsonContentBlockDelta"] | components["schemas"]["CitationsDelta"] | components["schemas"]["ThinkingContentBlockDelta"] | components["schemas"]["SignatureContentBlockDelta"] | components["schemas"]["CompactionContentBlockDelta"];
        /** @description The next piece of a block. */
        ContentBlockDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_delta";
            /** @description What is added to the block. */
            delta: components["schemas"]["ContentBlockDelta"];
            /** @description Position of the block in the message, counted from 0. */
            index: number;
        };
        /** @description A document made of blocks. */
        ContentBlockSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content";
            /** @description The document: a text, or blocks. */
            content: string | components["schemas"]["DocumentContentBlock"][];
        };
        /** @description A block begins. */
        ContentBlockStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_start";
            /** @description The block, still empty. */
            content_block: components["schemas"]["ContentBlock"];
            /** @description Position of the block in the message, counted from 0. */
            index: number;
        };
        /** @description A block is complete. */
        ContentBlockStopEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_stop";
            /** @description Position of the block in the message, counted from 0. */
            index: number;
        };
        /** @description One cut in the conversation (beta). Other kinds are passed to the upstream. */
        ContextEdit: components["schemas"]["ClearToolUsesEdit"] | components["schemas"]["ClearThinkingEdit"] | components["schemas"]["CompactEdit"];
        /** @description How the upstream may shorten a long conversation (beta). */
        ContextManagement: {
            /** @description What is cut, in order. */
            edits?: components["schemas"]["ContextEdit"][];
        };
        /** @description Ways of shortening a conversation. */
        ContextManagementCapability: {
            /** @description Dropping old thinking. */
            clear_thinking_20251015?: components["schemas"]["CapabilitySupport"] | null;
            /** @description Dropping old tool calls. */
            clear_tool_uses_20250919?: components["schemas"]["CapabilitySupport"] | null;
            /** @description Summarising earlier turns. */
            compact_20260112?: components["schemas"]["CapabilitySupport"] | null;
            /** @description Whether the model can do it. */
            supported: boolean;
        };
        /** @description A conversation whose tokens to count. Other members are passed to the upstream. */
        CountMessageTokensRequest: {
            /** @description As in the request whose tokens to count. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description The conversation so far, oldest first. */
            messages: components["schemas"]["InputMessage"][];
            /** @description Name of the model. */
            model: components["schemas"]["ModelId"];
            /** @description Format and effort of the answer. */
            output_config?: components["schemas"]["OutputConfig"];
            /** @description Instructions that precede the conversation. */
            system?: components["schemas"]["SystemPrompt"];
            /** @description As in the request whose tokens to count. */
            thinking?: components["schemas"]["ThinkingConfigParam"];
            /** @description Whether and which tools the model uses. */
            tool_choice?: components["schemas"]["ToolChoice"];
            /** @description Tools that the model may use. */
            tools?: components["schemas"]["ToolUnion"][];
            /** @description Who pays for the call at the vendor (beta). */
            billing_policy?: components["schemas"]["BillingPolicy"] | null;
            /** @description Requests a summary of the conversation from the upstream (beta). */
            compaction?: components["schemas"]["Compaction"] | null;
            /** @description How the upstream shortens a long conversation. */
            context_management?: components["schemas"]["ContextManagement"] | null;
            /** @description Tool servers that the upstream connects to (beta). */
            mcp_servers?: components["schemas"]["McpServer"][];
            /**
             * @deprecated
             * @description Former name of output_config.format (beta).
             */
            output_format?: components["schemas"]["JsonOutputFormat"] | null;
            /** @description As in the request whose tokens to count. */
            speed?: string | null;
        };
        /** @description A form with the file in one of its parts. */
        CreateFileRequest: {
            /**
             * Format: binary
             * @description The bytes, with a file name of 1 to 500 characters.
             */
            file: string;
            /** @description Seconds until the file expires. By default it does not expire. */
            expires_in_seconds?: number;
        };
        /** @description Requests that are run in the background. */
        CreateMessageBatchRequest: {
            /** @description The requests. */
            requests: components["schemas"]["MessageBatchRequest"][];
        };
        /** @description A conversation, and how to answer it. Other members are passed to the upstream. */
        CreateMessageRequest: {
            /** @description Name of the model. */
            model: components["schemas"]["ModelId"];
            /** @description The conversation so far, oldest first. It must not be empty. */
            messages: components["schemas"]["InputMessage"][];
            /** @description Caches the longest prefix that can be cached, without cache markers on single blocks. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description A container to continue with: its id, or an object that also names skills. */
            container?: components["schemas"]["ContainerParams"] | string | null;
            /** @description Region in which the vendor computes the answer. */
            inference_geo?: string | null;
            /** @description Maximum number of output tokens. 0 only fills the cache. */
            max_tokens: number;
            /** @description Metadata of the request for the vendor. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Format and effort of the answer. */
            output_config?: components["schemas"]["OutputConfig"];
            /** @description Whether reserved capacity may be used. */
            service_tier?: string;
            /** @description Texts at which the model stops. */
            stop_sequences?: string[];
            /** @description Stream the answer as events as it is generated. */
            stream?: boolean;
            /** @description Instructions that precede the conversation. */
            system?: components["schemas"]["SystemPrompt"];
            /**
             * @deprecated
             * @description Randomness of the answer. Most models accept 0 to 1. Clients of version 2026-10-21 do not send it.
             */
            temperature?: number;
            /** @description Whether the model thinks before it answers. */
            thinking?: components["schemas"]["ThinkingConfigParam"];
            /** @description Whether and which tools the model uses. */
            tool_choice?: components["schemas"]["ToolChoice"];
            /** @description Tools that the model may use. */
            tools?: components["schemas"]["ToolUnion"][];
            /**
             * @deprecated
             * @description Choose only among this many most likely tokens. -1, which some older clients send, means unset.
             */
            top_k?: number;
            /**
             * @deprecated
             * @description Choose only among the most likely tokens that together have this probability. -1, which some older clients send, means unset.
             */
            top_p?: number;
            /** @description Who pays for the call at the vendor (beta). */
            billing_policy?: components["schemas"]["BillingPolicy"] | null;
            /** @description Requests a summary of the conversation from the upstream (beta). */
            compaction?: components["schemas"]["Compaction"] | null;
            /** @description How the upstream shortens a long conversation. */
            context_management?: components["schemas"]["ContextManagement"] | null;
            /** @description Requests the reason for a prompt cache miss. */
            diagnostics?: components["schemas"]["Diagnostics"] | null;
            /** @description Token that pays for a fallback answer (beta). */
            fallback_credit_token?: string | components["schemas"]["FallbackCreditToken"] | null;
            /** @description Models to fall back to, in order, or `default` for the vendor's choice (beta). If the key is restricted to certain models, these must be among them. Whichever model answers, the call is charged to the Product of its own model. */
            fallbacks?: components["schemas"]["FallbackModel"][] | string | null;
            /** @description Tool servers that the upstream connects to (beta). */
            mcp_servers?: components["schemas"]["McpServer"][];
            /**
             * @deprecated
             * @description Former name of output_config.format (beta).
             */
            output_format?: components["schemas"]["JsonOutputFormat"] | null;
            /** @description Whether the upstream should answer faster at a higher price. */
            speed?: string | null;
            /** @description A thread of messages (beta). The gateway keeps none: a new thread is answered, and a request to continue one is refused with `thread_not_found`, upon which SDKs send the whole conversation. */
            thread?: components["schemas"]["MessageThread"] | null;
        };
        /** @description A text to continue. */
        CreateTextCompletionRequest: {
            /** @description Name of the model. */
            model: components["schemas"]["ModelId"];
            /** @description The text to continue. */
            prompt: string;
            /** @description Maximum number of output tokens. */
            max_tokens_to_sample: number;
            /** @description Texts at which the model stops. */
            stop_sequences?: string[];
            /**
             * @deprecated
             * @description Randomness of the answer. Most models accept 0 to 1. Clients of version 2026-10-21 do not send it.
             */
            temperature?: number;
            /**
             * @deprecated
             * @description Choose only among the most likely tokens that together have this probability. -1, which some older clients send, means unset.
             */
            top_p?: number;
            /**
             * @deprecated
             * @description Choose only among this many most likely tokens. -1, which some older clients send, means unset.
             */
            top_k?: number;
            /** @description Metadata of the request for the vendor. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Stream the answer as events as it is generated. */
            stream?: boolean;
        };
        /** @description A deleted file. */
        DeletedFile: {
            /** @constant */
            type?: "file_deleted";
            /** @description Id of the file. */
            id: string;
        };
        /** @description A deleted batch. */
        DeletedMessageBatch: {
            /** @constant */
            type: "message_batch_deleted";
            /** @description Id of the batch. */
            id: string;
        };
        /** @description Requests the reason for a prompt cache miss (beta). */
        Diagnostics: {
            /** @description Id of the answer whose prompt should have been cached. */
            previous_message_id?: string | null;
        };
        /** @description The model itself. */
        DirectCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "direct";
        };
        /** @description One block of a document. */
        DocumentContentBlock: components["schemas"]["RequestTextBlock"] | components["schemas"]["RequestImageBlock"];
        /** @description Where a document comes from. */
        DocumentSource: components["schemas"]["Base64PDFSource"] | components["schemas"]["PlainTextSource"] | components["schemas"]["ContentBlockSource"] | components["schemas"]["URLPDFSource"] | components["schemas"]["FileDocumentSource"];
        /** @description A number of tokens or of tool calls. */
        EditAmount: {
            /** @description What is counted. */
            type: string;
            /** @description The number. */
            value: number;
        };
        /** @description Levels of effort. */
        EffortCapability: {
            /** @description The level `high`. */
            high?: components["schemas"]["CapabilitySupport"];
            /** @description The level `low`. */
            low?: components["schemas"]["CapabilitySupport"];
            /** @description The level `max`. */
            max?: components["schemas"]["CapabilitySupport"];
            /** @description The level `medium`. */
            medium?: components["schemas"]["CapabilitySupport"];
            /** @description Whether the model can do it. */
            supported: boolean;
            /** @description The level `xhigh`. */
            xhigh?: components["schemas"]["CapabilitySupport"] | null;
        };
        /** @description The body of every failed call. */
        Error: {
            /** @constant */
            type: "error";
            error: components["schemas"]["ErrorDetail"];
            /** @description The same value as the response header request-id. */
            request_id: string | null;
        };
        /** @description What went wrong. */
        ErrorDetail: {
            /** @description Depends on the status alone; api_error for every status without a type of its own. */
            type: string;
            /** @description What happened, why, and what to do. For upstream errors, the sanitised message of the upstream. */
            message: string;
            /** @description What programs can rely on. */
            details?: {
                /** @description Name of the error, one of a closed list: `/errors` on a running gateway explains each. For an upstream's error (`x-diglot-error-source: upstream`), it is derived from what the upstream sent, or `upstream_error` if that gives no reason on the list. */
                error_code?: string;
                /** @description The longest side of an image that the upstream accepts. */
                max_side_length_pixels?: number;
                /** @description The images that are too large, as paths into the body that you sent. */
                paths?: string[];
            } | null;
        };
        /** @description The stream failed. Nothing follows, and the answer is incomplete. */
        ErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            error: components["schemas"]["ErrorDetail"];
            /** @description Id of the request. */
            request_id?: string | null;
        };
        /** @description It failed. */
        ErroredResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "errored";
            /** @description Why it failed. */
            error: components["schemas"]["Error"];
        };
        /** @description It expired before it ran. */
        ExpiredResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "expired";
        };
        /** @description A token that pays for a fallback answer, and what to do if it fails (beta). */
        FallbackCreditToken: {
            /** @description The token, as returned with the refusal. */
            token: string;
            /** @description Whether the call is refused if the token fails (`strict`), or continues without it. */
            mode?: string;
        };
        /** @description Whether the token of a fallback paid for the answer (beta). */
        FallbackCreditUsage: {
            /** @description What happened to the token. */
            status: {
                /** @description Whether it was redeemed. */
                type: string;
                /** @description Why it was not redeemed. */
                reason?: string;
                /** @description Members to omit from the request so that it can be redeemed. */
                remove_to_redeem?: string[] | null;
            };
        };
        /** @description Another model that the upstream may use if the first one cannot answer (beta). */
        FallbackModel: {
            model: components["schemas"]["ModelId"];
            /** @description Maximum number of output tokens of this model. Default: that of the request. */
            max_tokens?: number | null;
            /** @description Format and effort of this model's answer, in addition to those of the request. */
            output_config?: components["schemas"]["OutputConfig"] | null;
            /** @description Whether this model should answer faster at a higher price. */
            speed?: string | null;
            /** @description Whether this model thinks before it answers. If absent, as in the request. */
            thinking?: components["schemas"]["ThinkingConfigParam"] | null;
        };
        /** @description One side of the change of models. */
        FallbackSide: {
            model: components["schemas"]["ModelId"];
        };
        /** @description Which results count. */
        FetchSource: {
            /** @description All, none, only those of some tools, or all but those. */
            type: string;
            /** @description The tools, with `only` and `except`. */
            tools?: {
                /** @description How the tool is named. */
                type?: string;
                /** @description Name of the tool. */
                name: string;
            }[];
        };
        /** @description Which URLs may be fetched. */
        FetchSources: {
            /** @description Results of the caller's tools. */
            client_tool_results?: components["schemas"]["FetchSource"];
            /** @description Results of the upstream's tools. */
            server_tool_results?: components["schemas"]["FetchSource"];
            /** @description The user's messages: all or none of them. */
            user_input?: components["schemas"]["FetchSource"];
        };
        /** @description A fetched document. */
        FetchedDocumentSource: components["schemas"]["Base64PDFSource"] | components["schemas"]["PlainTextSource"];
        /** @description The record of a file. */
        File: {
            /** @constant */
            type: "file";
            /** @description Id of the file. */
            id: string;
            /**
             * Format: date-time
             * @description When it was uploaded.
             */
            created_at: string;
            /**
             * @description Whether its content can be downloaded. Uploaded files cannot be downloaded; files that a model created can.
             * @default false
             */
            downloadable?: boolean;
            /**
             * Format: date-time
             * @description When it expires; null if it does not expire.
             */
            expires_at?: string | null;
            /** @description File name at upload. */
            filename: string;
            /** @description Media type. */
            mime_type: string;
            /** @description Size in bytes. */
            size_bytes: number;
            /** @description Owner of the file (beta). */
            scope?: components["schemas"]["FileScope"] | null;
        };
        /** @description A document that was uploaded. */
        FileDocumentSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            /** @description Id of the file. */
            file_id: string;
        };
        /** @description An image that was uploaded. */
        FileImageSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            /** @description Id of the file. */
            file_id: string;
        };
        /** @description One page of files. `next_page` is for requests with `page`, `has_more` is for requests with `after_id` or `before_id`. Both are always set. */
        FileList: {
            /** @description The files, newest first. */
            data: components["schemas"]["File"][];
            /** @description Cursor for the query `page`; null on the last page. */
            next_page?: string | null;
            /** @description Id of the first file on this page. */
            first_id?: string | null;
            /** @description Whether more files follow. */
            has_more?: boolean;
            /** @description Id of the last file on this page. */
            last_id?: string | null;
        };
        /** @description Owner of the file (beta). */
        FileScope: {
            /** @description Kind of the owner. */
            type: string;
            /** @description Id of the owner. */
            id: string;
        };
        /** @description Where an image comes from. */
        ImageSource: components["schemas"]["Base64ImageSource"] | components["schemas"]["URLImageSource"] | components["schemas"]["FileImageSource"];
        /** @description One block of a turn. Other types are passed to the upstream. */
        InputContentBlock: components["schemas"]["RequestTextBlock"] | components["schemas"]["RequestImageBlock"] | components["schemas"]["RequestDocumentBlock"] | components["schemas"]["RequestSearchResultBlock"] | components["schemas"]["RequestThinkingBlock"] | components["schemas"]["RequestRedactedThinkingBlock"] | components["schemas"]["RequestToolUseBlock"] | components["schemas"]["RequestToolResultBlock"] | components["schemas"]["RequestServerToolUseBlock"] | components["schemas"]["RequestWebSearchToolResultBlock"] | components["schemas"]["RequestWebFetchToolResultBlock"] | components["schemas"]["RequestCodeExecutionToolResultBlock"] | components["schemas"]["RequestBashCodeExecutionToolResultBlock"] | components["schemas"]["RequestTextEditorCodeExecutionToolResultBlock"] | components["schemas"]["RequestToolSearchToolResultBlock"] | components["schemas"]["RequestContainerUploadBlock"] | components["schemas"]["RequestMcpToolUseBlock"] | components["schemas"]["RequestMcpToolResultBlock"] | components["schemas"]["RequestCompactionBlock"] | components["schemas"]["RequestAdvisorToolResultBlock"] | components["schemas"]["RequestMcpToolListingBlock"] | components["schemas"]["RequestFallbackBlock"] | components["schemas"]["RequestToolAdditionBlock"] | components["schemas"]["RequestToolRemovalBlock"];
        /** @description The next piece of a tool's input. */
        InputJsonContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_json_delta";
            /** @description A piece of the input as JSON text, which is complete only when the block stops. */
            partial_json: string;
        };
        /** @description One turn of the conversation. */
        InputMessage: components["schemas"]["SpokenMessage"] | components["schemas"]["SettingMessage"];
        /** @description JSON Schema (2020-12) of the tool's input; its root is an object. */
        InputSchema: {
            /** @constant */
            type: "object";
            /** @description Schemas of the input's members. */
            properties?: {
                [key: string]: unknown;
            } | null;
            /** @description Required members. */
            required?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What the upstream did with a block of the request (beta). */
        InputTransformation: {
            /** @description What was done. */
            type: string;
            /** @description Path of the block, such as messages.2.content.0. */
            path: string;
            /** @description Which check the block failed. */
            reason?: string;
        };
        /** @description What one model run used towards the answer (beta). */
        IterationUsage: {
            /** @description What the run was for. */
            type: string;
            /** @description Name of the model. For an advisor, it differs from the model of the answer. */
            model?: string | null;
            /** @description Tokens written to the cache, by cache lifetime. */
            cache_creation?: components["schemas"]["CacheCreation"] | null;
            /** @description Tokens of the prompt that were written to the cache. */
            cache_creation_input_tokens?: number | null;
            /** @description Tokens of the prompt that were read from the cache. */
            cache_read_input_tokens?: number | null;
            /** @description Tokens of the prompt that were neither read from the cache nor written to it. */
            input_tokens: number;
            /** @description Output tokens, including thinking. */
            output_tokens: number;
        };
        /** @description An answer in JSON. */
        JsonOutputFormat: {
            /** @constant */
            type: "json_schema";
            /** @description JSON Schema of the answer. */
            schema: {
                [key: string]: unknown;
            };
        };
        /** @description A number of turns, or all of them. */
        KeptThinking: {
            /** @description Whether some or all turns are meant. */
            type: string;
            /** @description How many turns. */
            value?: number;
        };
        /** @description A Model Context Protocol server that the upstream connects to (beta). */
        McpServer: {
            /** @description How the server is reached. */
            type: string;
            /** @description The name by which tools refer to it. */
            name: string;
            /** @description URL of the server. */
            url: string;
            /** @description Token that the upstream presents to the server. */
            authorization_token?: string | null;
            /** @description Which of its tools are offered to the model. */
            tool_configuration?: {
                /** @description Whether any are offered. */
                enabled?: boolean | null;
                /** @description Only these. */
                allowed_tools?: string[] | null;
            } | null;
        };
        /** @description A tool of a Model Context Protocol server. */
        McpTool: {
            /** @description Name of the tool on its server. */
            name: string;
            /** @description What the tool does. */
            description?: string | null;
            /** @description JSON Schema of the tool's input. */
            input_schema: {
                [key: string]: unknown;
            };
        };
        /** @description A tool of a Model Context Protocol server. */
        McpToolByName: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_reference";
            /** @description Name of the tool. */
            name: string;
            /** @description Name of the server in mcp_servers. */
            server_name: string;
        };
        /** @description The tools of one Model Context Protocol server (beta). */
        McpToolset: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_toolset";
            /** @description Name of the server in mcp_servers. */
            mcp_server_name: string;
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            default_config?: components["schemas"]["ToolsetMember"];
            /** @description Settings of single tools, by name. */
            configs?: {
                [key: string]: components["schemas"]["ToolsetMember"];
            } | null;
            /** @description The server's tools as listed in an earlier answer, so that the server is not queried. */
            tools?: components["schemas"]["McpTool"][] | null;
        };
        /** @description All tools of a Model Context Protocol server. */
        McpToolsetByName: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_toolset_reference";
            /** @description Name of the server in mcp_servers. */
            server_name: string;
        };
        /** @description Notes that the caller stores between conversations. */
        MemoryTool20250818: {
            /** @constant */
            type: "memory_20250818";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "memory";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "memory_20250818";
        });
        /** @description What the model answered. */
        Message: {
            /** @constant */
            type: "message";
            /** @description Id of the message. */
            id: string;
            /** @constant */
            role: "assistant";
            /** @description Output of the model. */
            content: components["schemas"]["ContentBlock"][];
            /** @description Name of the model. */
            model: components["schemas"]["ModelId"];
            /** @description Why the model stopped. Null while a stream is running. */
            stop_reason: string | null;
            /** @description Which of the stop sequences was met. */
            stop_sequence?: string | null;
            /** @description Details of the reason, if any. */
            stop_details?: components["schemas"]["RefusalStopDetails"] | null;
            /** @description What the call used. */
            usage: components["schemas"]["Usage"];
            /** @description The container in which code ran, if any. */
            container?: components["schemas"]["Container"] | null;
            /** @description Cuts that the upstream made in the conversation (beta). */
            context_management?: components["schemas"]["AppliedContextManagement"] | null;
            /** @description Why the prompt cache missed, if requested. */
            diagnostics?: components["schemas"]["CacheDiagnostics"] | null;
            /** @description Blocks of the request that the upstream dropped, or accepted despite a failed check (beta). */
            input_transformations?: components["schemas"]["InputTransformation"][] | null;
        };
        /** @description A batch and its state. */
        MessageBatch: {
            /** @constant */
            type: "message_batch";
            /** @description Id of the batch. */
            id: string;
            /**
             * Format: date-time
             * @description When the results were archived.
             */
            archived_at?: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled.
             */
            cancel_initiated_at?: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the last request ended.
             */
            ended_at?: string | null;
            /**
             * Format: date-time
             * @description When requests that have not ended will expire: 24 hours after creation.
             */
            expires_at: string;
            /** @description State of the batch. */
            processing_status: string;
            /** @description Number of requests in each state. */
            request_counts: components["schemas"]["RequestCounts"];
            /** @description URL of the results on this gateway; null until the batch has ended. */
            results_url?: string | null;
        };
        /** @description One page of batches. */
        MessageBatchList: {
            /** @description The batches, newest first. */
            data: components["schemas"]["MessageBatch"][];
            /** @description Id of the first entry on this page; null if the page is empty. */
            first_id?: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
            /** @description Id of the last entry on this page; null if the page is empty. */
            last_id?: string | null;
        };
        /** @description One request of a batch. */
        MessageBatchRequest: {
            /** @description The caller's own name for the request, unique in its batch. */
            custom_id: string;
            /** @description The message request itself, without `stream`. */
            params: components["schemas"]["CreateMessageRequest"];
        };
        /** @description How a request of a batch ended. */
        MessageBatchResult: components["schemas"]["SucceededResult"] | components["schemas"]["ErroredResult"] | components["schemas"]["CanceledResult"] | components["schemas"]["ExpiredResult"];
        /** @description One line of the results. */
        MessageBatchResultLine: {
            /** @description The caller's own name for the request, unique in its batch. */
            custom_id: string;
            /** @description How the request ended. */
            result: components["schemas"]["MessageBatchResult"];
        };
        /** @description The content: a text, or blocks. */
        MessageContent: string | components["schemas"]["InputContentBlock"][];
        /** @description What is known about the message so far. */
        MessageDelta: {
            /** @description The container in which code ran. */
            container?: components["schemas"]["Container"] | null;
            /** @description Details of the reason, if any. */
            stop_details?: components["schemas"]["RefusalStopDetails"] | null;
            /** @description Why the model stopped. Null while a stream is running. */
            stop_reason?: string | null;
            /** @description Which of the stop sequences was met. */
            stop_sequence?: string | null;
        };
        /** @description The message is complete except for its last event. May be sent more than once. */
        MessageDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message_delta";
            /** @description What is known about the message so far. */
            delta: components["schemas"]["MessageDelta"];
            /** @description Totals so far; they replace earlier totals and are not added to them. */
            usage: components["schemas"]["MessageDeltaUsage"];
            /** @description Cuts that the upstream made in the conversation (beta). */
            context_management?: components["schemas"]["AppliedContextManagement"] | null;
            /** @description Blocks of the request that the upstream dropped, or accepted despite a failed check (beta). */
            input_transformations?: components["schemas"]["InputTransformation"][] | null;
        };
        /** @description Totals of the whole message so far. */
        MessageDeltaUsage: {
            /** @description Tokens of the prompt that were written to the cache. */
            cache_creation_input_tokens?: number | null;
            /** @description Tokens of the prompt that were read from the cache. */
            cache_read_input_tokens?: number | null;
            /** @description Tokens of the prompt that were neither read from the cache nor written to it. */
            input_tokens?: number | null;
            /** @description Output tokens, including thinking. */
            output_tokens: number;
            /** @description Whether the token of a fallback paid for the answer (beta). */
            fallback_credit?: components["schemas"]["FallbackCreditUsage"] | null;
            /** @description The same for each model run of the answer, if there was more than one (beta). */
            iterations?: components["schemas"]["IterationUsage"][] | null;
            /** @description Breakdown of the output tokens. */
            output_tokens_details?: components["schemas"]["OutputTokensDetails"] | null;
            /** @description How often the upstream's own tools ran. */
            server_tool_use?: components["schemas"]["ServerToolUsage"] | null;
        };
        /** @description Format and effort of the answers from a `system` message on. */
        MessageOutputConfig: components["schemas"]["OutputConfig"] | null;
        /** @description First event of a stream. */
        MessageStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message_start";
            /** @description The message, without content so far. */
            message: components["schemas"]["Message"];
        };
        /** @description Last event of a stream, sent once the charge is recorded. */
        MessageStopEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message_stop";
        };
        /** @description One event of a streamed message; the `event:` line repeats its `type`. Skip types that are not listed. */
        MessageStreamEvent: components["schemas"]["MessageStartEvent"] | components["schemas"]["ContentBlockStartEvent"] | components["schemas"]["ContentBlockDeltaEvent"] | components["schemas"]["ContentBlockStopEvent"] | components["schemas"]["MessageDeltaEvent"] | components["schemas"]["MessageStopEvent"] | components["schemas"]["Ping"] | components["schemas"]["ErrorEvent"];
        /** @description A thread of messages: a new one, or that of an earlier answer (beta). */
        MessageThread: {
            /** @description Whether the thread begins here. */
            type: string;
            /** @description With `continue`, the id of the previous answer. */
            previous_message_id?: string;
        };
        /** @description Metadata of the request for the vendor. */
        Metadata: {
            /** @description Opaque id of the end user, not a name or an e-mail address. */
            user_id?: string | null;
        };
        /** @description What a model can do. */
        ModelCapabilities: {
            /** @description Batch requests. */
            batch?: components["schemas"]["CapabilitySupport"];
            /** @description Citing sources. */
            citations?: components["schemas"]["CapabilitySupport"];
            /** @description Running code. */
            code_execution?: components["schemas"]["CapabilitySupport"];
            /** @description Summarising a conversation on request (beta). */
            compaction?: components["schemas"]["CompactionCapability"] | null;
            /** @description Shortening a long conversation. */
            context_management?: components["schemas"]["ContextManagementCapability"];
            /** @description Levels of effort. */
            effort?: components["schemas"]["EffortCapability"];
            /** @description Reading images. */
            image_input?: components["schemas"]["CapabilitySupport"];
            /** @description Reading PDF documents. */
            pdf_input?: components["schemas"]["CapabilitySupport"];
            /** @description Following a schema. */
            structured_outputs?: components["schemas"]["CapabilitySupport"];
            /** @description Thinking before answering. */
            thinking?: components["schemas"]["ThinkingCapability"];
            /** @description The upstream's own tools. */
            server_tools?: components["schemas"]["ServerToolsCapability"];
        };
        /** @description Name of a model, as in the model list. Any name is accepted here; one that the key cannot call returns 404 or 403. */
        ModelId: string;
        /** @description A model that the key may call. */
        ModelInfo: {
            /** @constant */
            type: "model";
            /** @description Name to call the model by. */
            id: string;
            /** @description Capabilities of the model; null if unknown. */
            capabilities?: components["schemas"]["ModelCapabilities"] | null;
            /**
             * Format: date-time
             * @description Release date of the model.
             */
            created_at: string;
            /** @description Display name. */
            display_name: string;
            /** @description The longest prompt, in tokens. */
            max_input_tokens?: number | null;
            /** @description The longest answer, in tokens. */
            max_tokens?: number | null;
            /**
             * Format: date-time
             * @description When the model was deprecated.
             */
            deprecated_at?: string | null;
            /** @description Lifecycle state of the model. Every model that can be called is `active`. */
            lifecycle: string;
            /** @description Family of models that it belongs to. */
            line?: string | null;
            /** @description Models that `fallbacks` may name with this one (beta). */
            allowed_fallback_models?: string[] | null;
            /**
             * Format: date-time
             * @description When it is retired.
             */
            retires_at?: string | null;
        };
        /** @description One page of models. */
        ModelList: {
            /** @description The models. */
            data: components["schemas"]["ModelInfo"][];
            /** @description Id of the first entry on this page; null if the page is empty. */
            first_id?: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
            /** @description Id of the last entry on this page; null if the page is empty. */
            last_id?: string | null;
        };
        /** @description Format and effort of an answer. */
        OutputConfig: {
            /** @description How much work to put into the answer. */
            effort?: string | null;
            /** @description Format that the answer must follow. */
            format?: components["schemas"]["JsonOutputFormat"] | null;
            /** @description Tokens that a whole task may use, over several requests (beta). */
            task_budget?: components["schemas"]["TaskBudget"] | null;
        };
        /** @description Breakdown of the output tokens. */
        OutputTokensDetails: {
            /**
             * @description Tokens of thinking.
             * @default 0
             */
            thinking_tokens: number;
        };
        /** @description A keepalive without content. Any number of them may follow the first event. */
        Ping: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
        };
        /** @description A text in the request. */
        PlainTextSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            data: string;
            /** @constant */
            media_type: "text/plain";
        };
        /** @description Why the model refused. */
        RefusalStopDetails: {
            /** @constant */
            type: "refusal";
            /** @description Area of concern. */
            category?: string | null;
            /** @description A description of the reason. */
            explanation?: string | null;
            /** @description Token that pays for asking another model (beta). It is valid for 5 minutes. */
            fallback_credit_token?: string | null;
            /** @description Whether the token also pays when the beginning of this answer is sent along (beta). */
            fallback_has_prefill_claim?: boolean | null;
            /** @description Model to ask instead. */
            recommended_model?: string | null;
        };
        /** @description What the advisor said, sent back unchanged. */
        RequestAdvisorToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "advisor_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            content: components["schemas"]["AdvisorResult"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description A file that the command created. */
        RequestBashCodeExecutionOutputBlock: {
            /** @constant */
            type: "bash_code_execution_output";
            /** @description Id of the file. */
            file_id: string;
        };
        /** @description A command that ended. */
        RequestBashCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_result";
            /** @description Files that the run created. */
            content: components["schemas"]["RequestBashCodeExecutionOutputBlock"][];
            /** @description Exit code; 0 means success. */
            return_code: number;
            /** @description Standard error. */
            stderr: string;
            /** @description Standard output. */
            stdout: string;
        };
        /** @description Result of a shell command. */
        RequestBashCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description The result. */
            content: components["schemas"]["RequestBashCodeExecutionToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description How the command ended. */
        RequestBashCodeExecutionToolResultContent: components["schemas"]["RequestBashCodeExecutionToolResultError"] | components["schemas"]["RequestBashCodeExecutionResultBlock"];
        /** @description Why the command did not run. */
        RequestBashCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description What the browser shows, after an action. */
        RequestBrowserStateBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "browser_state";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description What has happened since the previous state. */
            state_changes?: components["schemas"]["BrowserStateChange"][] | null;
            /** @description The tabs that are open. */
            tabs: components["schemas"]["BrowserStateTabEntry"][];
        };
        /** @description Characters of a text document. */
        RequestCharLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "char_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Which document of the request, counted from 0. */
            document_index: number;
            /** @description Title of the document. */
            document_title?: string | null;
            /** @description The character after the last one cited. */
            end_char_index: number;
            /** @description First character cited, counted from 0. */
            start_char_index: number;
        };
        /** @description A source of the text. */
        RequestCitation: components["schemas"]["RequestCharLocationCitation"] | components["schemas"]["RequestPageLocationCitation"] | components["schemas"]["RequestContentBlockLocationCitation"] | components["schemas"]["RequestWebSearchResultLocationCitation"] | components["schemas"]["RequestSearchResultLocationCitation"];
        /** @description Whether a source can be cited. */
        RequestCitationsConfig: {
            /** @description Whether citations are made. */
            enabled?: boolean;
        };
        /** @description A file that the run created. */
        RequestCodeExecutionOutputBlock: {
            /** @constant */
            type: "code_execution_output";
            /** @description Id of the file. */
            file_id: string;
        };
        /** @description A run that ended. */
        RequestCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_result";
            /** @description Files that the run created. */
            content: components["schemas"]["RequestCodeExecutionOutputBlock"][];
            /** @description Exit code; 0 means success. */
            return_code: number;
            /** @description Why the run ended early, if it did. */
            abort_reason?: string | null;
            /** @description Standard error. */
            stderr: string;
            /** @description Standard output. */
            stdout: string;
        };
        /** @description Result of running code. */
        RequestCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description The result. */
            content: components["schemas"]["RequestCodeExecutionToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description How the run ended. */
        RequestCodeExecutionToolResultContent: components["schemas"]["RequestCodeExecutionToolResultError"] | components["schemas"]["RequestCodeExecutionResultBlock"] | components["schemas"]["RequestEncryptedCodeExecutionResultBlock"];
        /** @description Why the code did not run. */
        RequestCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description A summary that replaces the earlier turns (beta). */
        RequestCompactionBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction";
            /** @description The summary, if it is readable. */
            content?: string | null;
            /** @description The summary, which only the upstream can read. */
            encrypted_content?: string | null;
            /** @description Signature of the upstream over the summary. */
            signature?: string | null;
            /** @description Tool changes within the summarised turns. */
            tool_changes?: components["schemas"]["ToolChange"][] | null;
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
        };
        /** @description A file in the container. */
        RequestContainerUploadBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_upload";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Id of the file. */
            file_id: string;
        };
        /** @description Blocks of a document. */
        RequestContentBlockLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Which document of the request, counted from 0. */
            document_index: number;
            /** @description Title of the document. */
            document_title?: string | null;
            /** @description The block after the last one cited. */
            end_block_index: number;
            /** @description First block cited, counted from 0. */
            start_block_index: number;
        };
        /** @description Number of requests of the batch in each state. */
        RequestCounts: {
            /**
             * @description Cancelled before they ran.
             * @default 0
             */
            canceled: number;
            /**
             * @description Failed.
             * @default 0
             */
            errored: number;
            /**
             * @description Not run within 24 hours.
             * @default 0
             */
            expired: number;
            /**
             * @description Not ended yet. All of them until the whole batch has ended.
             * @default 0
             */
            processing: number;
            /**
             * @description Answered.
             * @default 0
             */
            succeeded: number;
        };
        /** @description A document. */
        RequestDocumentBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "document";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Whether the document can be cited. */
            citations?: components["schemas"]["RequestCitationsConfig"] | null;
            /** @description What the model should know about the document. It cannot be cited. */
            context?: string | null;
            /** @description Where the document comes from. */
            source: components["schemas"]["DocumentSource"];
            /** @description Title of the document. */
            title?: string | null;
        };
        /** @description A run whose output only the upstream can read. */
        RequestEncryptedCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "encrypted_code_execution_result";
            /** @description Files that the run created. */
            content: components["schemas"]["RequestCodeExecutionOutputBlock"][];
            /** @description Standard output, readable only by the upstream; send it back unchanged. */
            encrypted_stdout: string;
            /** @description Exit code; 0 means success. */
            return_code: number;
            /** @description Standard error. */
            stderr: string;
        };
        /** @description The point from which another model answered, as stated in the answer (beta). */
        RequestFallbackBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fallback";
            /** @description The model that declined. */
            from: components["schemas"]["FallbackSide"];
            /** @description The model that continued. */
            to: components["schemas"]["FallbackSide"];
            /** @description Why, as stated in the answer. Ignored. */
            trigger?: unknown;
        };
        /** @description An image. */
        RequestImageBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Where the image comes from. */
            source: components["schemas"]["ImageSource"];
            /** @description What the upstream may do to the image before the model sees it. */
            transformations?: components["schemas"]["RequestImageTransformations"] | null;
        };
        /** @description What may be done to an image before the model sees it. */
        RequestImageTransformations: {
            /** @description What to do with an image that is too large. */
            oversized_image?: string;
        };
        /** @description The tools of a Model Context Protocol server (beta). */
        RequestMcpToolListingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_listing";
            /** @description Name of the server in mcp_servers. */
            mcp_server_name: string;
            /** @description The server's tools. */
            tools: components["schemas"]["McpTool"][];
        };
        /** @description What the server returned (beta). */
        RequestMcpToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_result";
            /** @description Id of the call that this answers. */
            tool_use_id: string;
            /** @description Whether the tool failed. */
            is_error?: boolean;
            /** @description Result of the tool. */
            content?: string | components["schemas"]["RequestTextBlock"][];
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
        };
        /** @description A tool call on a Model Context Protocol server (beta). */
        RequestMcpToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_use";
            /** @description Id of the call; the result names it. */
            id: string;
            /** @description Name of the tool. */
            name: string;
            /** @description Name of the server in mcp_servers. */
            server_name: string;
            /** @description The tool's input, according to its schema. */
            input: unknown;
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
        };
        /** @description Pages of a PDF document. */
        RequestPageLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "page_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Which document of the request, counted from 0. */
            document_index: number;
            /** @description Title of the document. */
            document_title?: string | null;
            /** @description The page after the last one cited. */
            end_page_number: number;
            /** @description First page cited, counted from 1. */
            start_page_number: number;
        };
        /** @description Thinking that only the upstream can read. */
        RequestRedactedThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "redacted_thinking";
            /** @description Encrypted thinking; send it back unchanged. */
            data: string;
        };
        /** @description A result of the caller's own search. */
        RequestSearchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Whether the result can be cited. */
            citations?: components["schemas"]["RequestCitationsConfig"];
            /** @description The text of the result. */
            content: components["schemas"]["RequestTextBlock"][];
            /** @description Where the result comes from, such as a URL. */
            source: string;
            /** @description Title of the result. */
            title: string;
        };
        /** @description Blocks of a search result. */
        RequestSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search_result_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description The block after the last one cited. */
            end_block_index: number;
            /** @description Which search result of the request, counted from 0. */
            search_result_index: number;
            /** @description Where the result comes from. */
            source: string;
            /** @description First block cited, counted from 0. */
            start_block_index: number;
            /** @description Title of the result. */
            title?: string | null;
        };
        /** @description A call to one of the upstream's own tools. */
        RequestServerToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "server_tool_use";
            /** @description Id of the call, as returned in the answer. */
            id: string;
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"] | null;
            /** @description The tool's input, according to its schema. */
            input: {
                [key: string]: unknown;
            };
            /** @description Name of the upstream's tool. */
            name: string;
        };
        /** @description Text. */
        RequestTextBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Sources of the text, as returned in an earlier answer. */
            citations?: components["schemas"]["RequestCitation"][] | null;
            /** @description The text. */
            text: string;
        };
        /** @description A file that was written. */
        RequestTextEditorCodeExecutionCreateResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_create_result";
            /** @description False if the file is new. */
            is_file_update: boolean;
        };
        /** @description A file that was changed. */
        RequestTextEditorCodeExecutionStrReplaceResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_str_replace_result";
            /** @description The lines of the change, marked with + and -. */
            lines?: string[] | null;
            /** @description Number of lines after the change. */
            new_lines?: number | null;
            /** @description First line after the change. */
            new_start?: number | null;
            /** @description Number of lines before the change. */
            old_lines?: number | null;
            /** @description First line before the change. */
            old_start?: number | null;
        };
        /** @description Result of editing a file. */
        RequestTextEditorCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description The result. */
            content: components["schemas"]["RequestTextEditorCodeExecutionToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description How the edit ended. */
        RequestTextEditorCodeExecutionToolResultContent: components["schemas"]["RequestTextEditorCodeExecutionToolResultError"] | components["schemas"]["RequestTextEditorCodeExecutionViewResultBlock"] | components["schemas"]["RequestTextEditorCodeExecutionCreateResultBlock"] | components["schemas"]["RequestTextEditorCodeExecutionStrReplaceResultBlock"];
        /** @description Why the edit failed. */
        RequestTextEditorCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
            /** @description A description. */
            error_message?: string | null;
        };
        /** @description A file that was viewed. */
        RequestTextEditorCodeExecutionViewResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_view_result";
            /** @description Content of the file. */
            content: string;
            /** @description Type of the file. */
            file_type: string;
            /** @description Number of lines shown. */
            num_lines?: number | null;
            /** @description First line shown, counted from 1. */
            start_line?: number | null;
            /** @description Number of lines in the file. */
            total_lines?: number | null;
        };
        /** @description Thinking of an earlier answer, sent back unchanged. */
        RequestThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking";
            /** @description Signature of the upstream over the thinking; send it back unchanged. */
            signature?: string;
            /** @description The thinking as text; empty if it is omitted. */
            thinking: string;
        };
        /** @description Adds a tool from this point on (beta). */
        RequestToolAdditionBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_addition";
            tool: components["schemas"]["ChangedTool"];
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
        };
        /** @description A tool, by its name. */
        RequestToolReferenceBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_reference";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Name of a tool in this request. */
            tool_name: string;
        };
        /** @description Removes a tool from this point on (beta). */
        RequestToolRemovalBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_removal";
            tool: components["schemas"]["ChangedTool"];
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
        };
        /** @description Result of a client tool. */
        RequestToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Result of the tool. */
            content?: string | components["schemas"]["ToolResultContentBlock"][];
            /** @description Whether the tool failed. */
            is_error?: boolean;
            /** @description Id of the call that this answers. */
            tool_use_id: string;
            /** @description Name of the toolset that the tool belongs to. */
            toolset_name?: string | null;
        };
        /** @description What a tool search found. */
        RequestToolSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description The tools, or why there are none. */
            content: components["schemas"]["RequestToolSearchToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description Tools, or why there are none. */
        RequestToolSearchToolResultContent: components["schemas"]["RequestToolSearchToolResultError"] | components["schemas"]["RequestToolSearchToolSearchResultBlock"];
        /** @description Why a tool search failed. */
        RequestToolSearchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
            /** @description A description. */
            error_message?: string | null;
        };
        /** @description The tools that were found. */
        RequestToolSearchToolSearchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_search_result";
            /** @description The tools that were found. */
            tool_references: components["schemas"]["RequestToolReferenceBlock"][];
        };
        /** @description A call to a tool that the caller runs. */
        RequestToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_use";
            /** @description Id of the call, as returned in the answer. */
            id: string;
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"] | null;
            /** @description The tool's input, according to its schema. */
            input: {
                [key: string]: unknown;
            };
            /** @description Name of the tool. */
            name: string;
            /** @description Name of the toolset that the tool belongs to. */
            toolset_name?: string | null;
        };
        /** @description A page that was fetched. */
        RequestWebFetchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_result";
            /** @description The page as a document. */
            content: components["schemas"]["RequestDocumentBlock"];
            /** @description When the page was fetched. */
            retrieved_at?: string | null;
            /** @description URL of the page. */
            url: string;
        };
        /** @description Result of a web fetch. */
        RequestWebFetchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"] | null;
            /** @description The page, or why there is none. */
            content: components["schemas"]["RequestWebFetchToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description A page, or why there is none. */
        RequestWebFetchToolResultContent: components["schemas"]["RequestWebFetchToolResultError"] | components["schemas"]["RequestWebFetchResultBlock"];
        /** @description Why a web fetch failed. */
        RequestWebFetchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result_error";
            /** @description What went wrong. */
            error_code: components["schemas"]["WebFetchToolResultErrorCode"];
        };
        /** @description One page that was found. */
        RequestWebSearchResultBlock: {
            /** @constant */
            type: "web_search_result";
            /** @description The content, readable only by the upstream; send it back unchanged. */
            encrypted_content?: string;
            /** @description Age of the page, as text. */
            page_age?: string | null;
            /** @description Title of the page. */
            title: string;
            /** @description URL of the page. */
            url: string;
        };
        /** @description A passage of a web page. */
        RequestWebSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_result_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Opaque reference to the passage; send it back unchanged. */
            encrypted_index: string;
            /** @description Title of the page. */
            title?: string | null;
            /** @description URL of the page. */
            url: string;
        };
        /** @description What a web search found. */
        RequestWebSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_tool_result";
            /** @description Ends a cached prefix at this point. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"] | null;
            /** @description The results, or why there are none. */
            content: components["schemas"]["RequestWebSearchResultBlock"][] | components["schemas"]["RequestWebSearchToolResultError"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description Why a web search failed. */
        RequestWebSearchToolResultError: {
            /** @constant */
            type: "web_search_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description What the advisor said. */
        ResponseAdvisorToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "advisor_tool_result";
            content: components["schemas"]["AdvisorResult"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description A file that the command created. */
        ResponseBashCodeExecutionOutputBlock: {
            /** @constant */
            type: "bash_code_execution_output";
            /** @description Id of the file. It belongs to your workspace and can be read under `/v1/files`. */
            file_id: string;
        };
        /** @description A command that ended. */
        ResponseBashCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_result";
            /** @description Files that the run created. */
            content: components["schemas"]["ResponseBashCodeExecutionOutputBlock"][];
            /** @description Exit code; 0 means success. */
            return_code: number;
            /** @description Standard error. */
            stderr: string;
            /** @description Standard output. */
            stdout: string;
        };
        /** @description Result of a shell command. */
        ResponseBashCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result";
            /** @description The result. */
            content: components["schemas"]["ResponseBashCodeExecutionToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description How the command ended. */
        ResponseBashCodeExecutionToolResultContent: components["schemas"]["ResponseBashCodeExecutionToolResultError"] | components["schemas"]["ResponseBashCodeExecutionResultBlock"];
        /** @description Why the command did not run. */
        ResponseBashCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description Characters of a text document. */
        ResponseCharLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "char_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Which document of the request, counted from 0. */
            document_index: number;
            /** @description Title of the document. */
            document_title?: string | null;
            /** @description The character after the last one cited. */
            end_char_index: number;
            /** @description Id of the file that contains the document. */
            file_id?: string | null;
            /** @description First character cited, counted from 0. */
            start_char_index: number;
        };
        /** @description A source of the text. */
        ResponseCitation: components["schemas"]["ResponseCharLocationCitation"] | components["schemas"]["ResponsePageLocationCitation"] | components["schemas"]["ResponseContentBlockLocationCitation"] | components["schemas"]["ResponseWebSearchResultLocationCitation"] | components["schemas"]["ResponseSearchResultLocationCitation"];
        /** @description Whether a source can be cited. */
        ResponseCitationsConfig: {
            /**
             * @description Whether citations are made.
             * @default false
             */
            enabled: boolean;
        };
        /** @description A file that the run created. */
        ResponseCodeExecutionOutputBlock: {
            /** @constant */
            type: "code_execution_output";
            /** @description Id of the file. It belongs to your workspace and can be read under `/v1/files`. */
            file_id: string;
        };
        /** @description A run that ended. */
        ResponseCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_result";
            /** @description Files that the run created. */
            content: components["schemas"]["ResponseCodeExecutionOutputBlock"][];
            /** @description Exit code; 0 means success. */
            return_code: number;
            /** @description Why the run ended early, if it did. */
            abort_reason?: string | null;
            /** @description Standard error. */
            stderr: string;
            /** @description Standard output. */
            stdout: string;
        };
        /** @description Result of running code. */
        ResponseCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result";
            /** @description The result. */
            content: components["schemas"]["ResponseCodeExecutionToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description How the run ended. */
        ResponseCodeExecutionToolResultContent: components["schemas"]["ResponseCodeExecutionToolResultError"] | components["schemas"]["ResponseCodeExecutionResultBlock"] | components["schemas"]["ResponseEncryptedCodeExecutionResultBlock"];
        /** @description Why the code did not run. */
        ResponseCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description A summary that replaces the earlier turns (beta). */
        ResponseCompactionBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction";
            /** @description The summary, if it is readable. */
            content?: string | null;
            /** @description The summary, which only the upstream can read. */
            encrypted_content?: string | null;
            /** @description Signature of the upstream over the summary. */
            signature?: string | null;
            /** @description Tool changes within the summarised turns. */
            tool_changes?: components["schemas"]["ToolChange"][] | null;
        };
        /** @description A file in the container. */
        ResponseContainerUploadBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_upload";
            /** @description Id of the file. */
            file_id: string;
        };
        /** @description Blocks of a document. */
        ResponseContentBlockLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Which document of the request, counted from 0. */
            document_index: number;
            /** @description Title of the document. */
            document_title?: string | null;
            /** @description The block after the last one cited. */
            end_block_index: number;
            /** @description Id of the file that contains the document. */
            file_id?: string | null;
            /** @description First block cited, counted from 0. */
            start_block_index: number;
        };
        /** @description A document. */
        ResponseDocumentBlock: {
            /** @constant */
            type: "document";
            /** @description Whether it can be cited. */
            citations?: components["schemas"]["ResponseCitationsConfig"] | null;
            /** @description The document itself. */
            source: components["schemas"]["FetchedDocumentSource"];
            /** @description Title of the document. */
            title?: string | null;
        };
        /** @description A run whose output only the upstream can read. */
        ResponseEncryptedCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "encrypted_code_execution_result";
            /** @description Files that the run created. */
            content: components["schemas"]["ResponseCodeExecutionOutputBlock"][];
            /** @description Standard output, readable only by the upstream; send it back unchanged. */
            encrypted_stdout: string;
            /** @description Exit code; 0 means success. */
            return_code: number;
            /** @description Standard error. */
            stderr: string;
        };
        /** @description Another model answers from this point on (beta). */
        ResponseFallbackBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fallback";
            /** @description The model that declined. */
            from: components["schemas"]["FallbackSide"];
            /** @description The model that continues. */
            to: components["schemas"]["FallbackSide"];
            /** @description Why the first one declined. */
            trigger?: {
                /** @description Kind of the reason. */
                type?: string;
                /** @description Area of concern. */
                category?: string | null;
            } | null;
        };
        /** @description The tools of a Model Context Protocol server (beta). */
        ResponseMcpToolListingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_listing";
            /** @description Name of the server in mcp_servers. */
            mcp_server_name: string;
            /** @description The server's tools. */
            tools: components["schemas"]["McpTool"][];
        };
        /** @description What the server returned (beta). */
        ResponseMcpToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_result";
            /** @description Id of the call that this answers. */
            tool_use_id: string;
            /** @description Whether the tool failed. */
            is_error?: boolean;
            /** @description Result of the tool. */
            content?: string | components["schemas"]["ResponseTextBlock"][];
        };
        /** @description A tool call on a Model Context Protocol server (beta). */
        ResponseMcpToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_use";
            /** @description Id of the call; the result names it. */
            id: string;
            /** @description Name of the tool. */
            name: string;
            /** @description Name of the server in mcp_servers. */
            server_name: string;
            /** @description The tool's input, according to its schema. */
            input: unknown;
        };
        /** @description Pages of a PDF document. */
        ResponsePageLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "page_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Which document of the request, counted from 0. */
            document_index: number;
            /** @description Title of the document. */
            document_title?: string | null;
            /** @description The page after the last one cited. */
            end_page_number: number;
            /** @description Id of the file that contains the document. */
            file_id?: string | null;
            /** @description First page cited, counted from 1. */
            start_page_number: number;
        };
        /** @description Thinking that only the upstream can read. */
        ResponseRedactedThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "redacted_thinking";
            /** @description Encrypted thinking; send it back unchanged. */
            data: string;
        };
        /** @description Blocks of a search result. */
        ResponseSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search_result_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description The block after the last one cited. */
            end_block_index: number;
            /** @description Which search result of the request, counted from 0. */
            search_result_index: number;
            /** @description Where the result comes from. */
            source: string;
            /** @description First block cited, counted from 0. */
            start_block_index: number;
            /** @description Title of the result. */
            title?: string | null;
        };
        /** @description A call to one of the upstream's own tools. */
        ResponseServerToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "server_tool_use";
            /** @description Id of the call; the result names it. */
            id: string;
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"];
            /** @description The tool's input, according to its schema. */
            input: {
                [key: string]: unknown;
            };
            /** @description Name of the upstream's tool. */
            name: string;
        };
        /** @description Text. */
        ResponseTextBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description Where the text comes from. */
            citations?: components["schemas"]["ResponseCitation"][] | null;
            /** @description The text. */
            text: string;
        };
        /** @description A file that was written. */
        ResponseTextEditorCodeExecutionCreateResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_create_result";
            /** @description False if the file is new. */
            is_file_update: boolean;
        };
        /** @description A file that was changed. */
        ResponseTextEditorCodeExecutionStrReplaceResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_str_replace_result";
            /** @description The lines of the change, marked with + and -. */
            lines?: string[] | null;
            /** @description Number of lines after the change. */
            new_lines?: number | null;
            /** @description First line after the change. */
            new_start?: number | null;
            /** @description Number of lines before the change. */
            old_lines?: number | null;
            /** @description First line before the change. */
            old_start?: number | null;
        };
        /** @description Result of editing a file. */
        ResponseTextEditorCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result";
            /** @description The result. */
            content: components["schemas"]["ResponseTextEditorCodeExecutionToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description How the edit ended. */
        ResponseTextEditorCodeExecutionToolResultContent: components["schemas"]["ResponseTextEditorCodeExecutionToolResultError"] | components["schemas"]["ResponseTextEditorCodeExecutionViewResultBlock"] | components["schemas"]["ResponseTextEditorCodeExecutionCreateResultBlock"] | components["schemas"]["ResponseTextEditorCodeExecutionStrReplaceResultBlock"];
        /** @description Why the edit failed. */
        ResponseTextEditorCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
            /** @description A description. */
            error_message?: string | null;
        };
        /** @description A file that was viewed. */
        ResponseTextEditorCodeExecutionViewResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_view_result";
            /** @description Content of the file. */
            content: string;
            /** @description Type of the file. */
            file_type: string;
            /** @description Number of lines shown. */
            num_lines?: number | null;
            /** @description First line shown, counted from 1. */
            start_line?: number | null;
            /** @description Number of lines in the file. */
            total_lines?: number | null;
        };
        /** @description Thinking. */
        ResponseThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking";
            /** @description Signature of the upstream over the thinking. In a stream it is sent last, as a `signature_delta`. */
            signature?: string;
            /** @description The thinking as text; empty if it is omitted. */
            thinking: string;
        };
        /** @description A tool, by its name. */
        ResponseToolReferenceBlock: {
            /** @constant */
            type: "tool_reference";
            /** @description Name of a tool in this request. */
            tool_name: string;
        };
        /** @description What a tool search found. */
        ResponseToolSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result";
            /** @description The tools, or why there are none. */
            content: components["schemas"]["ResponseToolSearchToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description Tools, or why there are none. */
        ResponseToolSearchToolResultContent: components["schemas"]["ResponseToolSearchToolResultError"] | components["schemas"]["ResponseToolSearchToolSearchResultBlock"];
        /** @description Why a tool search failed. */
        ResponseToolSearchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
            /** @description A description. */
            error_message?: string | null;
        };
        /** @description The tools that were found. */
        ResponseToolSearchToolSearchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_search_result";
            /** @description The tools that were found. */
            tool_references: components["schemas"]["ResponseToolReferenceBlock"][];
        };
        /** @description A call to a tool that the caller runs. */
        ResponseToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_use";
            /** @description Id of the call; the result names it. */
            id: string;
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"];
            /** @description The tool's input, according to its schema. */
            input: {
                [key: string]: unknown;
            };
            /** @description Name of the tool. */
            name: string;
            /** @description Name of the toolset that the tool belongs to. */
            toolset_name?: string | null;
        };
        /** @description A page that was fetched. */
        ResponseWebFetchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_result";
            /** @description The page as a document. */
            content: components["schemas"]["ResponseDocumentBlock"];
            /** @description When the page was fetched. */
            retrieved_at?: string | null;
            /** @description URL of the page. */
            url: string;
        };
        /** @description Result of a web fetch. */
        ResponseWebFetchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result";
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"];
            /** @description The page, or why there is none. */
            content: components["schemas"]["ResponseWebFetchToolResultContent"];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description A page, or why there is none. */
        ResponseWebFetchToolResultContent: components["schemas"]["ResponseWebFetchToolResultError"] | components["schemas"]["ResponseWebFetchResultBlock"];
        /** @description Why a web fetch failed. */
        ResponseWebFetchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result_error";
            /** @description What went wrong. */
            error_code: components["schemas"]["WebFetchToolResultErrorCode"];
        };
        /** @description One page that was found. */
        ResponseWebSearchResultBlock: {
            /** @constant */
            type: "web_search_result";
            /** @description The content, readable only by the upstream; send it back unchanged. */
            encrypted_content: string;
            /** @description Age of the page, as text. */
            page_age?: string | null;
            /** @description Title of the page. */
            title: string;
            /** @description URL of the page. */
            url: string;
        };
        /** @description A passage of a web page. */
        ResponseWebSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_result_location";
            /** @description The cited text. */
            cited_text: string;
            /** @description Opaque reference to the passage; send it back unchanged. */
            encrypted_index: string;
            /** @description Title of the page. */
            title?: string | null;
            /** @description URL of the page. */
            url: string;
        };
        /** @description What a web search found. */
        ResponseWebSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_tool_result";
            /** @description Author of the call: the model, or code that the upstream ran for it. */
            caller?: components["schemas"]["ToolCaller"];
            /** @description The results, or why there are none. */
            content: components["schemas"]["ResponseWebSearchToolResultError"] | components["schemas"]["ResponseWebSearchResultBlock"][];
            /** @description Id of the call that this answers. */
            tool_use_id: string;
        };
        /** @description Why a web search failed. */
        ResponseWebSearchToolResultError: {
            /** @constant */
            type: "web_search_tool_result_error";
            /** @description What went wrong. */
            error_code: string;
        };
        /** @description Code that was run for the model (2025-08-25). */
        ServerToolCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20250825";
            /** @description Id of the code execution that made the call. */
            tool_id: string;
        };
        /** @description Code that was run for the model (2026-01-20). */
        ServerToolCaller20260120: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20260120";
            /** @description Id of the code execution that made the call. */
            tool_id: string;
        };
        /** @description How often the upstream's own tools ran. */
        ServerToolUsage: {
            /**
             * @description Pages fetched.
             * @default 0
             */
            web_fetch_requests?: number;
            /**
             * @description Searches made.
             * @default 0
             */
            web_search_requests?: number;
        };
        /** @description Which of the upstream's own tools the model can use. */
        ServerToolsCapability: {
            /** @description Whether any of them can be used. */
            supported: boolean;
            code_execution?: components["schemas"]["CapabilitySupport"];
            web_search?: components["schemas"]["CapabilitySupport"];
        };
        /** @description A `system` turn that only changes settings, and may go without content (beta). */
        SettingMessage: {
            /** @constant */
            role: "system";
            content?: components["schemas"]["MessageContent"];
            clear_at?: components["schemas"]["ClearAt"];
            output_config: components["schemas"]["MessageOutputConfig"];
        };
        /** @description The signature of a thinking block, its last delta. */
        SignatureContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "signature_delta";
            /** @description The signature of the thinking. */
            signature: string;
        };
        /** @description A skill to put into the container. */
        SkillParams: {
            /** @description Owner of the skill. */
            type: string;
            /** @description Id of the skill. */
            skill_id: string;
            /** @description Version of the skill. */
            version?: string;
        };
        /** @description A turn with content. */
        SpokenMessage: {
            /** @description Role of the author. `system` in the middle of a conversation gives instructions from that point on. */
            role: string;
            content: components["schemas"]["MessageContent"];
            clear_at?: components["schemas"]["ClearAt"];
            output_config?: components["schemas"]["MessageOutputConfig"];
        };
        /** @description It was answered. */
        SucceededResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "succeeded";
            /** @description The answer. */
            message: components["schemas"]["Message"];
        };
        /** @description Instructions that precede the conversation. */
        SystemPrompt: string | components["schemas"]["RequestTextBlock"][];
        /** @description Tokens that a whole task may use (beta). */
        TaskBudget: {
            /** @description What is counted. */
            type: string;
            /** @description Tokens of the whole task. */
            total: number;
            /** @description Tokens of it that are left. If absent, all of them. */
            remaining?: number | null;
        };
        /** @description The text that follows, or a piece of it. */
        TextCompletion: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "completion";
            /** @description Id of the completion. */
            id: string;
            /** @description The text; in a stream, the next piece of it. */
            completion: string;
            /** @description Name of the model. */
            model: components["schemas"]["ModelId"];
            /** @description Why the model stopped; null in all events of a stream but the last. */
            stop_reason?: string | null;
        };
        /** @description One event of a streamed text completion. The last one has the stop reason; `ping` and `error` may appear in between. */
        TextCompletionEvent: components["schemas"]["TextCompletion"] | components["schemas"]["Ping"] | components["schemas"]["ErrorEvent"];
        /** @description The next piece of a text. */
        TextContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_delta";
            /** @description More text. */
            text: string;
        };
        /** @description A text editor that the caller runs, in its first form (beta). */
        TextEditor20241022: {
            /** @constant */
            type: "text_editor_20241022";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "str_replace_editor";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_20241022";
        });
        /** @description A text editor that the caller runs. */
        TextEditor20250124: {
            /** @constant */
            type: "text_editor_20250124";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "str_replace_editor";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_20250124";
        });
        /** @description A text editor that the caller runs. */
        TextEditor20250429: {
            /** @constant */
            type: "text_editor_20250429";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "str_replace_based_edit_tool";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_20250429";
        });
        /** @description A text editor that the caller runs. */
        TextEditor20250728: {
            /** @constant */
            type: "text_editor_20250728";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "str_replace_based_edit_tool";
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
            /** @description Maximum number of characters returned when a file is viewed. */
            max_characters?: number | null;
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_20250728";
        });
        /** @description What happens to thinking that is sent back in a conversation other than its own (beta). */
        ThinkingBinding: {
            /** @description Whether the call is refused, or the thinking dropped. */
            prefix_mismatch_behavior?: string | null;
        };
        /** @description Whether and how a model thinks. */
        ThinkingCapability: {
            /** @description Whether the model can do it. */
            supported: boolean;
            /** @description The kinds of thinking. */
            types: components["schemas"]["ThinkingTypes"];
        };
        /** @description As much thinking as the question needs. */
        ThinkingConfigAdaptive: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "adaptive";
            /** @description Whether the thinking is summarised or omitted. */
            display?: string | null;
            /** @description What happens to thinking that is sent back in a conversation other than its own (beta). */
            block_binding?: components["schemas"]["ThinkingBinding"] | null;
        };
        /** @description Thinking only between tool calls. */
        ThinkingConfigBetweenTools: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "between_tools";
        };
        /** @description No thinking. */
        ThinkingConfigDisabled: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "disabled";
        };
        /** @description Thinking within a budget. */
        ThinkingConfigEnabled: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "enabled";
            /** @description Token budget for thinking, part of `max_tokens`. Most models require it, and at least 1,024. */
            budget_tokens?: number;
            /** @description Whether the thinking is summarised or omitted. */
            display?: string | null;
            /** @description What happens to thinking that is sent back in a conversation other than its own (beta). */
            block_binding?: components["schemas"]["ThinkingBinding"] | null;
        };
        /** @description Whether the model thinks before it answers. */
        ThinkingConfigParam: components["schemas"]["ThinkingConfigEnabled"] | components["schemas"]["ThinkingConfigDisabled"] | components["schemas"]["ThinkingConfigAdaptive"] | components["schemas"]["ThinkingConfigBetweenTools"];
        /** @description The next piece of thinking. */
        ThinkingContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking_delta";
            /** @description The next piece of thinking. */
            thinking: string;
            /** @description Approximate number of thinking tokens that are not shown (beta). */
            estimated_tokens?: number | null;
        };
        /** @description The kinds of thinking. */
        ThinkingTypes: {
            /** @description As much as the question needs. */
            adaptive?: components["schemas"]["CapabilitySupport"];
            /** @description Within a budget. */
            enabled?: components["schemas"]["CapabilitySupport"];
            /** @description Between tool calls. */
            between_tools?: components["schemas"]["CapabilitySupport"];
            /** @description None at all. */
            disabled?: components["schemas"]["CapabilitySupport"];
        };
        /** @description The token count. */
        TokenCount: {
            /** @description Tokens of the whole prompt. */
            input_tokens: number;
            /** @description Tokens that the cuts in the conversation saved (beta). */
            context_management?: {
                /** @description Tokens of the prompt before it was cut. */
                original_input_tokens: number;
            } | null;
        };
        /** @description A tool of the caller's own. This is what an entry without `type` means. */
        Tool: {
            /**
             * @description Optional.
             * @enum {string|null}
             */
            type?: "custom" | null;
            /** @description The name by which the model calls the tool. */
            name: string;
            /** @description What the tool does and when to use it, for the model to read. */
            description?: string;
            input_schema: components["schemas"]["InputSchema"];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Require the model to follow the schema exactly. */
            strict?: boolean;
            /** @description Stream the input before it has been checked. */
            eager_input_streaming?: boolean | null;
            /** @description Who may call the tool. If absent, only the model itself. */
            allowed_callers?: string[];
            /** @description Keep the tool out of the prompt until a tool search finds it. */
            defer_loading?: boolean;
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        };
        /** @description A tool that is defined here. */
        ToolByDefinition: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_definition";
            /** @description The tool, as in `tools`. */
            definition: {
                [key: string]: unknown;
            };
        };
        /** @description One of the request's tools. */
        ToolByName: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_reference";
            /** @description Name of the tool. */
            name: string;
        };
        /** @description Who called a tool. */
        ToolCaller: components["schemas"]["DirectCaller"] | components["schemas"]["ServerToolCaller"] | components["schemas"]["ServerToolCaller20260120"];
        /** @description A tool change within the summarised turns (beta). */
        ToolChange: {
            type: string;
            tool: components["schemas"]["ChangedTool"];
        };
        /** @description Whether and which tools the model uses. */
        ToolChoice: components["schemas"]["ToolChoiceAuto"] | components["schemas"]["ToolChoiceAny"] | components["schemas"]["ToolChoiceTool"] | components["schemas"]["ToolChoiceNone"];
        /** @description Any tool. */
        ToolChoiceAny: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "any";
            /** @description At most one tool call per answer. */
            disable_parallel_tool_use?: boolean;
        };
        /** @description The model decides. */
        ToolChoiceAuto: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "auto";
            /** @description At most one tool call per answer. */
            disable_parallel_tool_use?: boolean;
        };
        /** @description No tool. */
        ToolChoiceNone: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "none";
        };
        /** @description This tool. */
        ToolChoiceTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool";
            /** @description At most one tool call per answer. */
            disable_parallel_tool_use?: boolean;
            /** @description Name of the tool. */
            name: string;
        };
        /** @description One block of a tool's result. */
        ToolResultContentBlock: components["schemas"]["RequestTextBlock"] | components["schemas"]["RequestImageBlock"] | components["schemas"]["RequestSearchResultBlock"] | components["schemas"]["RequestDocumentBlock"] | components["schemas"]["RequestToolReferenceBlock"] | components["schemas"]["RequestBrowserStateBlock"];
        /** @description The same without a date in its name. */
        ToolSearchToolBM25: {
            /** @constant */
            type: "tool_search_tool_bm25";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "tool_search_tool_bm25";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_bm25";
        });
        /** @description A search over the deferred tools, by keywords. */
        ToolSearchToolBM2520251119: {
            /** @constant */
            type: "tool_search_tool_bm25_20251119";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "tool_search_tool_bm25";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_bm25_20251119";
        });
        /** @description The same without a date in its name. */
        ToolSearchToolRegex: {
            /** @constant */
            type: "tool_search_tool_regex";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "tool_search_tool_regex";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_regex";
        });
        /** @description A search over the deferred tools, by pattern. */
        ToolSearchToolRegex20251119: {
            /** @constant */
            type: "tool_search_tool_regex_20251119";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "tool_search_tool_regex";
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_regex_20251119";
        });
        /** @description Settings that all vendor-defined tools share. */
        ToolSettings: {
            /** @description Who may call the tool. If absent, only the model itself. */
            allowed_callers?: string[];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Keep the tool out of the prompt until a tool search finds it. */
            defer_loading?: boolean;
            /** @description Require the model to follow the schema exactly. */
            strict?: boolean;
        };
        /** @description A tool: one of the caller's own, or one that the vendor defines. */
        ToolUnion: components["schemas"]["TypedTool"] | components["schemas"]["Tool"];
        /** @description One action of a toolset. */
        ToolsetMember: {
            /** @description Keep it out of the prompt until a tool search finds it. */
            defer_loading?: boolean | null;
            /** @description Whether the model may use it. */
            enabled?: boolean | null;
        } | null;
        /** @description A tool that the vendor defines. Other types are passed to the upstream. */
        TypedTool: {
            /** @description Kind and version of the tool. */
            type?: string;
        } & (components["schemas"]["BashTool20250124"] | components["schemas"]["CodeExecutionTool20250522"] | components["schemas"]["CodeExecutionTool20250825"] | components["schemas"]["CodeExecutionTool20260120"] | components["schemas"]["CodeExecutionTool20260521"] | components["schemas"]["BrowserToolset20260801"] | components["schemas"]["MemoryTool20250818"] | components["schemas"]["ComputerToolset20260801"] | components["schemas"]["TextEditor20250124"] | components["schemas"]["TextEditor20250429"] | components["schemas"]["TextEditor20250728"] | components["schemas"]["WebSearchTool20250305"] | components["schemas"]["WebFetchTool20250910"] | components["schemas"]["WebSearchTool20260209"] | components["schemas"]["WebFetchTool20260209"] | components["schemas"]["WebFetchTool20260309"] | components["schemas"]["WebSearchTool20260318"] | components["schemas"]["WebFetchTool20260318"] | components["schemas"]["ToolSearchToolBM2520251119"] | components["schemas"]["ToolSearchToolBM25"] | components["schemas"]["ToolSearchToolRegex20251119"] | components["schemas"]["ToolSearchToolRegex"] | components["schemas"]["BashTool20241022"] | components["schemas"]["TextEditor20241022"] | components["schemas"]["ComputerTool20241022"] | components["schemas"]["ComputerTool20250124"] | components["schemas"]["ComputerTool20251124"] | components["schemas"]["McpToolset"] | components["schemas"]["AdvisorTool20260301"]);
        /** @description An image that the upstream fetches. */
        URLImageSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url";
            /** @description URL of the image. */
            url: string;
        };
        /** @description A PDF document that the upstream fetches. */
        URLPDFSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url";
            /** @description URL of the document. */
            url: string;
        };
        /** @description What the call used. Tokens read from or written to the cache are not part of input_tokens. */
        Usage: {
            /** @description Tokens written to the cache, by cache lifetime. */
            cache_creation?: components["schemas"]["CacheCreation"] | null;
            /** @description Tokens of the prompt that were written to the cache. */
            cache_creation_input_tokens?: number | null;
            /** @description Tokens of the prompt that were read from the cache. */
            cache_read_input_tokens?: number | null;
            /** @description Region in which the vendor computes the answer. */
            inference_geo?: string | null;
            /** @description Tokens of the prompt that were neither read from the cache nor written to it. */
            input_tokens: number;
            /** @description Output tokens, including thinking. */
            output_tokens: number;
            /** @description Breakdown of the output tokens. */
            output_tokens_details?: components["schemas"]["OutputTokensDetails"] | null;
            /** @description How often the upstream's own tools ran. */
            server_tool_use?: components["schemas"]["ServerToolUsage"] | null;
            /** @description Whether the token of a fallback paid for the answer (beta). */
            fallback_credit?: components["schemas"]["FallbackCreditUsage"] | null;
            /** @description What each model run of the answer used, if there was more than one (beta). Runs of type compaction and advisor_message are not included in the other counts of this object; all other runs are. */
            iterations?: components["schemas"]["IterationUsage"][] | null;
            /** @description The capacity that was used. */
            service_tier?: string | null;
            /** @description The speed at which the answer was generated. */
            speed?: string | null;
        };
        /** @description Approximate location of the user. */
        UserLocation: {
            /** @constant */
            type: "approximate";
            /** @description City. */
            city?: string | null;
            /** @description Country, in two letters (ISO 3166-1). */
            country?: string | null;
            /** @description Region or state. */
            region?: string | null;
            /** @description IANA time zone. */
            timezone?: string | null;
        };
        /** @description Settings of all web fetches. */
        WebFetchSettings: {
            /** @description Only these domains. Not together with blocked_domains. */
            allowed_domains?: string[] | null;
            /** @description Never these domains. */
            blocked_domains?: string[] | null;
            /** @description Whether the fetched pages can be cited. */
            citations?: components["schemas"]["RequestCitationsConfig"] | null;
            /** @description Maximum tokens that fetched text may add to the prompt. */
            max_content_tokens?: number | null;
            /** @description Maximum number of fetches in one request. */
            max_uses?: number | null;
            /** @description Which URLs may be fetched. */
            url_sources?: components["schemas"]["FetchSources"] | null;
        } & components["schemas"]["ToolSettings"];
        /** @description A web fetch that the upstream runs. */
        WebFetchTool20250910: {
            /** @constant */
            type: "web_fetch_20250910";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_fetch";
        } & (components["schemas"]["WebFetchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_20250910";
        });
        /** @description A web fetch that the upstream runs. */
        WebFetchTool20260209: {
            /** @constant */
            type: "web_fetch_20260209";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_fetch";
        } & (components["schemas"]["WebFetchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_20260209";
        });
        /** @description A web fetch that the upstream runs. */
        WebFetchTool20260309: {
            /** @constant */
            type: "web_fetch_20260309";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_fetch";
            /** @description Whether a stored copy of the page may be used. */
            use_cache?: boolean;
        } & (components["schemas"]["WebFetchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_20260309";
        });
        /** @description A web fetch that the upstream runs. */
        WebFetchTool20260318: {
            /** @constant */
            type: "web_fetch_20260318";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_fetch";
            /** @description Whether a stored copy of the page may be used. */
            use_cache?: boolean;
            /** @description Whether the answer contains the results. */
            response_inclusion?: string;
        } & (components["schemas"]["WebFetchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_20260318";
        });
        /** @description Why a page could not be fetched. */
        WebFetchToolResultErrorCode: string;
        /** @description Settings of all web searches. */
        WebSearchSettings: {
            /** @description Only these domains. Not together with blocked_domains. */
            allowed_domains?: string[] | null;
            /** @description Never these domains. */
            blocked_domains?: string[] | null;
            /** @description Maximum number of searches in one request. */
            max_uses?: number | null;
            /** @description Where the user is, for local results. */
            user_location?: components["schemas"]["UserLocation"] | null;
        } & components["schemas"]["ToolSettings"];
        /** @description A web search that the upstream runs. */
        WebSearchTool20250305: {
            /** @constant */
            type: "web_search_20250305";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_search";
        } & (components["schemas"]["WebSearchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_20250305";
        });
        /** @description A web search that the upstream runs. */
        WebSearchTool20260209: {
            /** @constant */
            type: "web_search_20260209";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_search";
        } & (components["schemas"]["WebSearchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_20260209";
        });
        /** @description A web search that the upstream runs. */
        WebSearchTool20260318: {
            /** @constant */
            type: "web_search_20260318";
            /**
             * @description The name is fixed.
             * @constant
             */
            name: "web_search";
            /** @description Whether the answer contains the results. */
            response_inclusion?: string;
        } & (components["schemas"]["WebSearchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_20260318";
        });
    };
    responses: {
        /** @description The upstream could not be reached, or its answer could not be used. */
        BadGateway: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A value is invalid. The message names the member, what is allowed and what was sent. */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The provider is congested, or the object has changed in the meantime. Wait for `Retry-After` if it is present, then retry. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is larger than the limit of the route. */
        ContentTooLarge: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key may not do this: it is out of scope, a limit was reached (including the storage limit), or credits are insufficient. The message says which. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The gateway or the upstream failed. */
        InternalError: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path exists, but not with this method. */
        MethodNotAllowed: {
            headers: {
                allow: components["headers"]["Allow"];
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The model, object or path does not exist, or is not reachable with this key. */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any other status of an upstream, passed on unchanged. */
        OtherError: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream is overloaded. */
        Overloaded: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The requested range is outside the file. */
        RangeNotSatisfiable: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream did not answer in time. */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The gateway or the upstream is not ready for calls. */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream provider limits the rate. The gateway itself never does. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid API key. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has a media type that this operation does not accept. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Id of the entry after which the page starts. */
        AfterId: string;
        /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
        AnthropicBeta: string;
        /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
        AnthropicUserProfileId: string;
        /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
        AnthropicVersion: string;
        /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
        AnthropicWorkspaceId: string;
        /** @description Id of the entry before which the page ends. */
        BeforeId: string;
        /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
        Beta: string;
        /** @description Id of a file, as returned by its upload. A file of another workspace returns 404. */
        FileId: string;
        /**
         * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
         * @example order-7f3a
         */
        IdempotencyKey: string;
        /** @description Only the files with these ids. The parameter is repeated, once for each id. */
        Ids: string[];
        /**
         * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
         * @example "9f86d081"
         */
        IfRange: string;
        /** @description Only models in these lifecycle states. The parameter is repeated, once for each value. All models that can be called are `active`, and no others are listed. */
        Lifecycle: string[];
        /** @description Entries per page. */
        Limit: number;
        /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
        MessageBatchId: string;
        /** @description Name of a model. Send a slash in it as `%2F`. */
        ModelId: string;
        /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
        OnLoss: "error" | "warn";
        /** @description The `next_page` of the previous page. Not together with `after_id` or `before_id`. */
        Page: string | null;
        /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
        ProductSku: string;
        /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
        ProductSkuQuery: string;
        /**
         * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
         * @example bytes=0-1023
         */
        Range: string;
        /** @description Region that must serve the call. The call is never served in another region. */
        RegionCode: string;
        /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
        RequestId: string;
        /** @description Only the files of this owner (beta). */
        ScopeId: string;
        /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
        TraceParent: string;
    };
    requestBodies: never;
    headers: {
        /** @description `bytes`: `Range` requests are supported. */
        AcceptRanges: string;
        /** @description The methods that the path supports. */
        Allow: string;
        /** @description Members that the upstream's wire format supports only approximately. */
        Approximated: string;
        /**
         * @description Targets that were tried in order, with their status. Only when a fallback was used.
         * @example anthropic;529, backup;200
         */
        Attempts: string;
        /** @description The Product that was charged. */
        BilledProductSku: string;
        /** @description Credits charged for the call, as a decimal. Only on JSON answers of at most 1 MiB: the head of a stream or of longer JSON is sent before the charge is known. */
        Charge: string;
        /** @description How a browser treats the file, always as an attachment. */
        ContentDisposition: string;
        /** @description The range and the total length. */
        ContentRange: string;
        /** @description Members that the upstream's wire format does not support. */
        Dropped: string;
        /** @description Source of the error. */
        ErrorSource: "gateway" | "upstream";
        /** @description Identifies this version of the content. Send it in `If-Range`. */
        Etag: string;
        /** @description When the file was stored. */
        LastModified: string;
        /** @description The provider that answered. */
        Provider: string;
        /** @description Id of the request; `x-request-id` and `request-id` are always the same. */
        RequestIdCopy: string;
        /** @description How long to wait before the next attempt, in seconds or as a date. Forwarded from the upstream. */
        RetryAfter: string;
        /** @description How long to wait before the next attempt, in milliseconds. Forwarded from the upstream. */
        RetryAfterMs: string;
        /** @description `false` if SDKs must not retry: the request cannot succeed, or its work would be done twice. */
        ShouldRetry: string;
        /** @description The provider's own id of the request. */
        UpstreamRequestId: string;
        /** @description Id of the request; `x-request-id` and `request-id` are always the same. */
        XRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createMessage: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessageRequest"];
            };
        };
        responses: {
            /** @description The message, complete or as events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-dropped": components["headers"]["Dropped"];
                    "x-diglot-approximated": components["headers"]["Approximated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    countMessageTokens: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountMessageTokensRequest"];
            };
        };
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-dropped": components["headers"]["Dropped"];
                    "x-diglot-approximated": components["headers"]["Approximated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenCount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    listMessageBatches: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /** @description Entries per page. */
                limit?: components["parameters"]["Limit"];
                /** @description Id of the entry after which the page starts. */
                after_id?: components["parameters"]["AfterId"];
                /** @description Id of the entry before which the page ends. */
                before_id?: components["parameters"]["BeforeId"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of batches. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageBatchList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    createMessageBatch: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted but not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessageBatchRequest"];
            };
        };
        responses: {
            /** @description The batch, accepted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageBatch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    getMessageBatch: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageBatch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteMessageBatch: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file was deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMessageBatch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    cancelMessageBatch: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch, being cancelled. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageBatch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    getMessageBatchResults: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a batch, as returned when it was created. A batch of another workspace returns 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results, one per line. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-jsonl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    createTextCompletion: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description What to do if the upstream has another wire format that does not support an important part of the request. `error` refuses the call, `warn` makes it and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTextCompletionRequest"];
            };
        };
        responses: {
            /** @description The completion, complete or as events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-dropped": components["headers"]["Dropped"];
                    "x-diglot-approximated": components["headers"]["Approximated"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextCompletion"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /** @description Entries per page. */
                limit?: components["parameters"]["Limit"];
                /** @description Id of the entry after which the page starts. */
                after_id?: components["parameters"]["AfterId"];
                /** @description Id of the entry before which the page ends. */
                before_id?: components["parameters"]["BeforeId"];
                /** @description Only models in these lifecycle states. The parameter is repeated, once for each value. All models that can be called are `active`, and no others are listed. */
                "lifecycle[]"?: components["parameters"]["Lifecycle"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of models. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    getModel: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Name of a model. Send a slash in it as `%2F`. */
                model_id: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /** @description Entries per page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_page` of the previous page. Not together with `after_id` or `before_id`. */
                page?: components["parameters"]["Page"];
                /** @description Only the files with these ids. The parameter is repeated, once for each id. */
                "ids[]"?: components["parameters"]["Ids"];
                /** @description Id of the entry after which the page starts. */
                after_id?: components["parameters"]["AfterId"];
                /** @description Id of the entry before which the page ends. */
                before_id?: components["parameters"]["BeforeId"];
                /** @description Only the files of this owner (beta). */
                scope_id?: components["parameters"]["ScopeId"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of files. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    createFile: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateFileRequest"];
            };
        };
        responses: {
            /** @description The record of the file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a file, as returned by its upload. A file of another workspace returns 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteFile: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path: {
                /** @description Id of a file, as returned by its upload. A file of another workspace returns 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file was deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and passed to the provider; the gateway decides nothing by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which takes precedence. */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Passed to the provider unchanged; any value is accepted. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Passed to the upstream unchanged. An upstream of another format does not have them: each is named in `x-diglot-dropped`. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description Workspace at the vendor, as configured in the client. Accepted but not passed on; the key determines the workspace. */
                "anthropic-workspace-id"?: components["parameters"]["AnthropicWorkspaceId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Returned as `request-id` and `x-request-id`. Default: an id of the gateway. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /** @description Region that must serve the call. The call is never served in another region. */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /** @description Product that the call is charged to. Default: the model's own Product. Takes precedence over the query parameter `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /** @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`. */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
                 * @example "9f86d081"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description Id of a file, as returned by its upload. A file of another workspace returns 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    etag: components["headers"]["Etag"];
                    "last-modified": components["headers"]["LastModified"];
                    "accept-ranges": components["headers"]["AcceptRanges"];
                    "content-disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The range that `Range` requested. */
            206: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    etag: components["headers"]["Etag"];
                    "last-modified": components["headers"]["LastModified"];
                    "accept-ranges": components["headers"]["AcceptRanges"];
                    "content-disposition": components["headers"]["ContentDisposition"];
                    "content-range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
}
