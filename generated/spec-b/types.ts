// Generated from specs/ by `npm run generate`. Do not edit.
export interface paths {
    "/v1/messages": {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["XDiglotOnLoss"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a model for the next message
         * @description Sends a conversation and answers with the message that the model puts out: as one JSON object, or with `stream: true`
         *     as events while it is being made.
         *
         *     A stream is `message_start`; for each content block `content_block_start`, its `content_block_delta`s and
         *     `content_block_stop`; then `message_delta` with the totals, and `message_stop`. `ping` may stand anywhere. After `error`
         *     nothing follows. Events and kinds of delta that this document does not list are to be skipped. The last event goes out
         *     when the charge is recorded: who has seen `message_stop` has been charged, once.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["XDiglotOnLoss"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the tokens of a request
         * @description Measures the prompt of a message request, with its tools, images and documents, without running it. Members of the
         *     message request that do not matter here, such as `max_tokens`, may stay in the body.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Batches of the workspace, newest first.
         */
        get: operations["listMessageBatches"];
        put?: never;
        /**
         * Create a batch
         * @description Takes up to 100,000 message requests and works on them in its own time, for at most 24 hours. Each request in it is
         *     checked, charged and answered as a message of its own.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        /**
         * Read a batch
         * @description The state of a batch. Poll it until `processing_status` is `ended`; then `results_url` is set, on the address of this gateway.
         */
        get: operations["getMessageBatch"];
        put?: never;
        post?: never;
        /**
         * Delete a batch
         * @description Deletes a batch that has ended, with its results.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Stops a batch. Requests that are being worked on may still end; the others become `canceled`.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        /**
         * Read the results of a batch
         * @description One JSON object a line, in any order: `custom_id` tells which request it answers. 404 until the batch has ended.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["XDiglotOnLoss"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a text
         * @description The form before messages: a prompt with `\n\nHuman:` and `\n\nAssistant:` turns, and the text that follows it. With
         *     `stream: true` the text comes in `completion` events, the last of which carries `stop_reason`.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Models that can be called with the presented key. A 200 answer shows that the key is good.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Name of a model; a slash in it is written `%2F`. */
                model_id: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        /**
         * Read a model
         * @description One model that can be called with the presented key; any other is 404.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Files of the workspace, newest first. Two ways of paging are understood: `page` with `next_page`, and `after_id` or
         *     `before_id` with `has_more`.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Keeps a file under an id that content blocks can refer to.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a file, as its upload answered it. A file of another workspace is 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Read the record of a file
         * @description What is known of a file, without its bytes.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file; messages that refer to it fail from then on.
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a file, as its upload answered it. A file of another workspace is 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Read the bytes of a file
         * @description The bytes of a file that is `downloadable`.
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
        Base64ImageSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "base64";
            data: string;
            media_type: string;
        };
        Base64PDFSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "base64";
            data: string;
            /** @constant */
            media_type: "application/pdf";
        };
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
        BrowserStateChange: components["schemas"]["BrowserStateChangeTabOpened"] | components["schemas"]["BrowserStateChangeDownloadStarted"] | components["schemas"]["BrowserStateChangeDownloadCompleted"] | components["schemas"]["BrowserStateChangeDownloadFailed"];
        BrowserStateChangeDownloadCompleted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "download_completed";
            download_id: string;
            path?: string | null;
            size_bytes?: number | null;
            url: string;
        };
        BrowserStateChangeDownloadFailed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "download_failed";
            download_id: string;
            error?: string | null;
            url: string;
        };
        BrowserStateChangeDownloadStarted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "download_started";
            download_id: string;
            url: string;
        };
        BrowserStateChangeTabOpened: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tab_opened";
            tab_id: string;
        };
        BrowserStateTabEntry: {
            active?: boolean;
            tab_id: string;
            title: string;
            url: string;
        };
        /** @description A browser that the caller drives, as a set of actions. */
        BrowserToolset20260801: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "browser_toolset_20260801";
            /** @description Who may call the actions; the model itself when absent. */
            allowed_callers?: string[];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Settings of the single actions. */
            configs?: components["schemas"]["BrowserToolsetConfigs"] | null;
        };
        /** @description Settings of the single actions, by name; an action that is not named keeps its default. */
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
        CacheControlEphemeral: {
            /** @constant */
            type: "ephemeral";
            ttl?: string;
        };
        CacheCreation: {
            /** @default 0 */
            ephemeral_1h_input_tokens?: number;
            /** @default 0 */
            ephemeral_5m_input_tokens?: number;
        };
        CanceledResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "canceled";
        };
        CapabilitySupport: {
            supported: boolean;
        };
        CitationsDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "citations_delta";
            citation: components["schemas"]["ResponseCitation"];
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
        /** @description A desktop that the caller drives, as a set of actions. */
        ComputerToolset20260801: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_toolset_20260801";
            /** @description Who may call the actions; the model itself when absent. */
            allowed_callers?: string[];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Settings of the single actions. */
            configs?: components["schemas"]["ComputerToolsetConfigs"] | null;
        };
        /** @description Settings of the single actions, by name; an action that is not named keeps its default. */
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
        Container: {
            id: string;
            /** Format: date-time */
            expires_at: string;
            skills?: components["schemas"]["ContainerSkill"][] | null;
        };
        ContainerParams: {
            id?: string | null;
            skills?: components["schemas"]["SkillParams"][] | null;
        };
        ContainerSkill: {
            type: string;
            skill_id: string;
            version: string;
        };
        ContentBlock: components["schemas"]["ResponseTextBlock"] | components["schemas"]["ResponseThinkingBlock"] | components["schemas"]["ResponseRedactedThinkingBlock"] | components["schemas"]["ResponseToolUseBlock"] | components["schemas"]["ResponseServerToolUseBlock"] | components["schemas"]["ResponseWebSearchToolResultBlock"] | components["schemas"]["ResponseWebFetchToolResultBlock"] | components["schemas"]["ResponseCodeExecutionToolResultBlock"] | components["schemas"]["ResponseBashCodeExecutionToolResultBlock"] | components["schemas"]["ResponseTextEditorCodeExecutionToolResultBlock"] | components["schemas"]["ResponseToolSearchToolResultBlock"] | components["schemas"]["ResponseContainerUploadBlock"];
        ContentBlockDelta: components["schemas"]["TextContentBlockDelta"] | components["schemas"]["InputJsonContentBlockDelta"] | components["schemas"]["CitationsDelta"] | components["schemas"]["ThinkingContentBlockDelta"] | components["schemas"]["SignatureContentBlockDelta"];
        ContentBlockDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_delta";
            delta: components["schemas"]["ContentBlockDelta"];
            index: number;
        };
        ContentBlockSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content";
            content: string | components["schemas"]["DocumentContentBlock"][];
        };
        ContentBlockStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_start";
            content_block: components["schemas"]["ContentBlock"];
            index: number;
        };
        ContentBlockStopEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_stop";
            index: number;
        };
        /** @description How the upstream may shorten a long conversation by itself (beta). */
        ContextManagement: {
            /** @description What is cut, in order. Each entry names its kind in `type`, such as clear_thinking_20251015, clear_tool_uses_20250919 or compact_20260112. */
            edits?: ({
                /** @description Kind of the cut. */
                type: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        ContextManagementCapability: {
            clear_thinking_20251015?: components["schemas"]["CapabilitySupport"] | null;
            clear_tool_uses_20250919?: components["schemas"]["CapabilitySupport"] | null;
            compact_20260112?: components["schemas"]["CapabilitySupport"] | null;
            supported: boolean;
        };
        CountMessageTokensRequest: {
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            messages: components["schemas"]["InputMessage"][];
            model: components["schemas"]["ModelId"];
            output_config?: components["schemas"]["OutputConfig"];
            system?: components["schemas"]["SystemPrompt"];
            thinking?: components["schemas"]["ThinkingConfigParam"];
            tool_choice?: components["schemas"]["ToolChoice"];
            tools?: components["schemas"]["ToolUnion"][];
            context_management?: components["schemas"]["ContextManagement"] | null;
            /** @description Tool servers that the upstream connects to (beta). */
            mcp_servers?: components["schemas"]["McpServer"][];
            /**
             * @deprecated
             * @description Former name of output_config.format (beta).
             */
            output_format?: components["schemas"]["JsonOutputFormat"] | null;
            /** @description As in the request that is to be measured. */
            speed?: string | null;
        };
        /** @description A form with the file in one part. */
        CreateFileRequest: {
            /** @description The bytes, with a file name of 1 to 500 characters. */
            file: string;
            /** @description Seconds after which the file goes; kept until deleted when absent. */
            expires_in_seconds?: number;
        };
        CreateMessageBatchRequest: {
            requests: components["schemas"]["MessageBatchRequest"][];
        };
        CreateMessageRequest: {
            model: components["schemas"]["ModelId"];
            messages: components["schemas"]["InputMessage"][];
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            container?: components["schemas"]["ContainerParams"] | string | null;
            inference_geo?: string | null;
            max_tokens: number;
            metadata?: components["schemas"]["Metadata"];
            output_config?: components["schemas"]["OutputConfig"];
            service_tier?: string;
            stop_sequences?: string[];
            stream?: boolean;
            system?: components["schemas"]["SystemPrompt"];
            /** @deprecated */
            temperature?: number;
            thinking?: components["schemas"]["ThinkingConfigParam"];
            tool_choice?: components["schemas"]["ToolChoice"];
            tools?: components["schemas"]["ToolUnion"][];
            /** @deprecated */
            top_k?: number;
            /** @deprecated */
            top_p?: number;
            context_management?: components["schemas"]["ContextManagement"] | null;
            diagnostics?: components["schemas"]["Diagnostics"] | null;
            /** @description Token that pays for a fallback answer (beta). */
            fallback_credit_token?: string | Record<string, unknown> | null;
            /** @description Models to fall back to, in order, or `default` for the vendor's choice (beta). */
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
        };
        CreateTextCompletionRequest: {
            model: components["schemas"]["ModelId"];
            prompt: string;
            max_tokens_to_sample: number;
            stop_sequences?: string[];
            /** @deprecated */
            temperature?: number;
            /** @deprecated */
            top_p?: number;
            /** @deprecated */
            top_k?: number;
            metadata?: components["schemas"]["Metadata"];
            stream?: boolean;
        };
        DeletedFile: {
            /** @constant */
            type?: "file_deleted";
            id: string;
        };
        DeletedMessageBatch: {
            /** @constant */
            type: "message_batch_deleted";
            id: string;
        };
        /** @description Asks the upstream why its prompt cache missed (beta). */
        Diagnostics: {
            /** @description Id of the answer whose prompt should have been cached. */
            previous_message_id?: string | null;
        };
        DirectCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "direct";
        };
        DocumentContentBlock: components["schemas"]["RequestTextBlock"] | components["schemas"]["RequestImageBlock"];
        DocumentSource: components["schemas"]["Base64PDFSource"] | components["schemas"]["PlainTextSource"] | components["schemas"]["ContentBlockSource"] | components["schemas"]["URLPDFSource"] | components["schemas"]["FileDocumentSource"];
        EffortCapability: {
            high?: components["schemas"]["CapabilitySupport"];
            low?: components["schemas"]["CapabilitySupport"];
            max?: components["schemas"]["CapabilitySupport"];
            medium?: components["schemas"]["CapabilitySupport"];
            supported: boolean;
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
            /** @description Follows from the status alone; api_error for every status that has no type of its own. */
            type: string;
            /** @description What happened, why, and what to do. Of an upstream error, its own wording. */
            message: string;
        };
        /** @description The stream broke. Nothing follows, and what came before is not a whole answer. */
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
        ErroredResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "errored";
            error: components["schemas"]["Error"];
        };
        ExpiredResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "expired";
        };
        /** @description Another model that the upstream may take when the first one cannot answer (beta). */
        FallbackModel: {
            model: components["schemas"]["ModelId"];
        };
        FetchedDocumentSource: components["schemas"]["Base64PDFSource"] | components["schemas"]["PlainTextSource"];
        File: {
            /** @constant */
            type: "file";
            id: string;
            /** Format: date-time */
            created_at: string;
            /** @default false */
            downloadable?: boolean;
            /** Format: date-time */
            expires_at?: string | null;
            filename: string;
            mime_type: string;
            size_bytes: number;
            scope?: components["schemas"]["FileScope"] | null;
        };
        FileDocumentSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            file_id: string;
        };
        FileImageSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            file_id: string;
        };
        /** @description One page of files. Asked for with `page`, it ends with `next_page`; asked for with `after_id` or `before_id`, it says `has_more`. Both shapes are always filled in. */
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
        /** @description What the file belongs to (beta). */
        FileScope: {
            /** @description Kind of the owner. */
            type: string;
            /** @description Id of the owner. */
            id: string;
        };
        ImageSource: components["schemas"]["Base64ImageSource"] | components["schemas"]["URLImageSource"] | components["schemas"]["FileImageSource"];
        InputContentBlock: components["schemas"]["RequestTextBlock"] | components["schemas"]["RequestImageBlock"] | components["schemas"]["RequestDocumentBlock"] | components["schemas"]["RequestSearchResultBlock"] | components["schemas"]["RequestThinkingBlock"] | components["schemas"]["RequestRedactedThinkingBlock"] | components["schemas"]["RequestToolUseBlock"] | components["schemas"]["RequestToolResultBlock"] | components["schemas"]["RequestServerToolUseBlock"] | components["schemas"]["RequestWebSearchToolResultBlock"] | components["schemas"]["RequestWebFetchToolResultBlock"] | components["schemas"]["RequestCodeExecutionToolResultBlock"] | components["schemas"]["RequestBashCodeExecutionToolResultBlock"] | components["schemas"]["RequestTextEditorCodeExecutionToolResultBlock"] | components["schemas"]["RequestToolSearchToolResultBlock"] | components["schemas"]["RequestContainerUploadBlock"];
        InputJsonContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_json_delta";
            partial_json: string;
        };
        InputMessage: {
            role: string;
            content: string | components["schemas"]["InputContentBlock"][];
            output_config?: components["schemas"]["OutputConfig"];
        };
        /** @description JSON Schema (2020-12) of the tool's input; its root is an object. */
        InputSchema: {
            /** @constant */
            type: "object";
            /** @description Schemas of the input's members. */
            properties?: {
                [key: string]: unknown;
            } | null;
            /** @description Members that must be there. */
            required?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        JsonOutputFormat: {
            /** @constant */
            type: "json_schema";
            schema: {
                [key: string]: unknown;
            };
        };
        /** @description A server of the Model Context Protocol that the upstream connects to (beta). */
        McpServer: {
            /** @description How the server is reached. */
            type: string;
            /** @description The name by which tools refer to it. */
            name: string;
            /** @description Address of the server. */
            url: string;
            /** @description Token that the upstream presents to the server. */
            authorization_token?: string | null;
            /** @description Which of its tools are offered. */
            tool_configuration?: {
                /** @description Whether any are offered. */
                enabled?: boolean | null;
                /** @description Only these. */
                allowed_tools?: string[] | null;
            } | null;
        };
        /** @description Notes kept by the caller between conversations. */
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
        Message: {
            /** @constant */
            type: "message";
            id: string;
            /** @constant */
            role: "assistant";
            content: components["schemas"]["ContentBlock"][];
            model: components["schemas"]["ModelId"];
            stop_reason: string | null;
            stop_sequence?: string | null;
            stop_details?: components["schemas"]["RefusalStopDetails"] | null;
            usage: components["schemas"]["Usage"];
            container?: components["schemas"]["Container"] | null;
            /** @description Cuts that the upstream made in the conversation (beta). */
            context_management?: {
                [key: string]: unknown;
            } | null;
            /** @description Why the prompt cache missed, where that was asked for. */
            diagnostics?: {
                [key: string]: unknown;
            } | null;
        };
        MessageBatch: {
            /** @constant */
            type: "message_batch";
            id: string;
            /** Format: date-time */
            archived_at?: string | null;
            /** Format: date-time */
            cancel_initiated_at?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at?: string | null;
            /** Format: date-time */
            expires_at: string;
            processing_status: string;
            request_counts: components["schemas"]["RequestCounts"];
            results_url?: string | null;
        };
        MessageBatchList: {
            data: components["schemas"]["MessageBatch"][];
            first_id?: string | null;
            has_more: boolean;
            last_id?: string | null;
        };
        MessageBatchRequest: {
            custom_id: string;
            params: components["schemas"]["CreateMessageRequest"];
        };
        MessageBatchResult: components["schemas"]["SucceededResult"] | components["schemas"]["ErroredResult"] | components["schemas"]["CanceledResult"] | components["schemas"]["ExpiredResult"];
        MessageBatchResultLine: {
            custom_id: string;
            result: components["schemas"]["MessageBatchResult"];
        };
        MessageDelta: {
            container?: components["schemas"]["Container"] | null;
            stop_details?: components["schemas"]["RefusalStopDetails"] | null;
            stop_reason?: string | null;
            stop_sequence?: string | null;
        };
        MessageDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message_delta";
            delta: components["schemas"]["MessageDelta"];
            usage: components["schemas"]["MessageDeltaUsage"];
            /** @description Cuts that the upstream made in the conversation (beta). */
            context_management?: {
                [key: string]: unknown;
            } | null;
        };
        MessageDeltaUsage: {
            cache_creation_input_tokens?: number | null;
            cache_read_input_tokens?: number | null;
            input_tokens?: number | null;
            output_tokens: number;
            output_tokens_details?: components["schemas"]["OutputTokensDetails"] | null;
            server_tool_use?: components["schemas"]["ServerToolUsage"] | null;
        };
        MessageStartEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message_start";
            message: components["schemas"]["Message"];
        };
        MessageStopEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message_stop";
        };
        MessageStreamEvent: components["schemas"]["MessageStartEvent"] | components["schemas"]["ContentBlockStartEvent"] | components["schemas"]["ContentBlockDeltaEvent"] | components["schemas"]["ContentBlockStopEvent"] | components["schemas"]["MessageDeltaEvent"] | components["schemas"]["MessageStopEvent"] | components["schemas"]["Ping"] | components["schemas"]["ErrorEvent"];
        Metadata: {
            user_id?: string | null;
        };
        ModelCapabilities: {
            batch?: components["schemas"]["CapabilitySupport"];
            citations?: components["schemas"]["CapabilitySupport"];
            code_execution?: components["schemas"]["CapabilitySupport"];
            context_management?: components["schemas"]["ContextManagementCapability"];
            effort?: components["schemas"]["EffortCapability"];
            image_input?: components["schemas"]["CapabilitySupport"];
            pdf_input?: components["schemas"]["CapabilitySupport"];
            structured_outputs?: components["schemas"]["CapabilitySupport"];
            thinking?: components["schemas"]["ThinkingCapability"];
            server_tools?: components["schemas"]["ServerToolsCapability"];
        };
        /** @description Name of a model, as the model list shows it. Any name is accepted here; one that the key cannot call is answered with 404 or 403. */
        ModelId: string;
        ModelInfo: {
            /** @constant */
            type: "model";
            id: string;
            capabilities?: components["schemas"]["ModelCapabilities"] | null;
            /** Format: date-time */
            created_at: string;
            display_name: string;
            max_input_tokens?: number | null;
            max_tokens?: number | null;
            /**
             * Format: date-time
             * @description When the model was marked as on its way out.
             */
            deprecated_at?: string | null;
            /** @description Where the model stands in its life. */
            lifecycle?: string;
            /** @description Family of models that it belongs to. */
            line?: string | null;
            /**
             * Format: date-time
             * @description When it stops answering.
             */
            retires_at?: string | null;
        };
        ModelList: {
            data: components["schemas"]["ModelInfo"][];
            first_id?: string | null;
            has_more: boolean;
            last_id?: string | null;
        };
        OutputConfig: {
            effort?: string | null;
            format?: components["schemas"]["JsonOutputFormat"] | null;
        };
        OutputTokensDetails: {
            /** @default 0 */
            thinking_tokens: number;
        };
        /** @description A sign of life without meaning; any number of them, anywhere after the first event. */
        Ping: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
        };
        PlainTextSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            data: string;
            /** @constant */
            media_type: "text/plain";
        };
        RefusalStopDetails: {
            /** @constant */
            type: "refusal";
            category?: string | null;
            explanation?: string | null;
        };
        RequestBashCodeExecutionOutputBlock: {
            /** @constant */
            type: "bash_code_execution_output";
            file_id: string;
        };
        RequestBashCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_result";
            content: components["schemas"]["RequestBashCodeExecutionOutputBlock"][];
            return_code: number;
            stderr: string;
            stdout: string;
        };
        RequestBashCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            content: components["schemas"]["RequestBashCodeExecutionToolResultContent"];
            tool_use_id: string;
        };
        RequestBashCodeExecutionToolResultContent: components["schemas"]["RequestBashCodeExecutionToolResultError"] | components["schemas"]["RequestBashCodeExecutionResultBlock"];
        RequestBashCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result_error";
            error_code: string;
        };
        RequestBrowserStateBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "browser_state";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            state_changes?: components["schemas"]["BrowserStateChange"][] | null;
            tabs: components["schemas"]["BrowserStateTabEntry"][];
        };
        RequestCharLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "char_location";
            cited_text: string;
            document_index: number;
            document_title?: string | null;
            end_char_index: number;
            start_char_index: number;
        };
        RequestCitation: components["schemas"]["RequestCharLocationCitation"] | components["schemas"]["RequestPageLocationCitation"] | components["schemas"]["RequestContentBlockLocationCitation"] | components["schemas"]["RequestWebSearchResultLocationCitation"] | components["schemas"]["RequestSearchResultLocationCitation"];
        RequestCitationsConfig: {
            enabled?: boolean;
        };
        RequestCodeExecutionOutputBlock: {
            /** @constant */
            type: "code_execution_output";
            file_id: string;
        };
        RequestCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_result";
            content: components["schemas"]["RequestCodeExecutionOutputBlock"][];
            return_code: number;
            stderr: string;
            stdout: string;
        };
        RequestCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            content: components["schemas"]["RequestCodeExecutionToolResultContent"];
            tool_use_id: string;
        };
        RequestCodeExecutionToolResultContent: components["schemas"]["RequestCodeExecutionToolResultError"] | components["schemas"]["RequestCodeExecutionResultBlock"] | components["schemas"]["RequestEncryptedCodeExecutionResultBlock"];
        RequestCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result_error";
            error_code: string;
        };
        RequestContainerUploadBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_upload";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            file_id: string;
        };
        RequestContentBlockLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_location";
            cited_text: string;
            document_index: number;
            document_title?: string | null;
            end_block_index: number;
            start_block_index: number;
        };
        RequestCounts: {
            /** @default 0 */
            canceled: number;
            /** @default 0 */
            errored: number;
            /** @default 0 */
            expired: number;
            /** @default 0 */
            processing: number;
            /** @default 0 */
            succeeded: number;
        };
        RequestDocumentBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "document";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            citations?: components["schemas"]["RequestCitationsConfig"] | null;
            context?: string | null;
            source: components["schemas"]["DocumentSource"];
            title?: string | null;
        };
        RequestEncryptedCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "encrypted_code_execution_result";
            content: components["schemas"]["RequestCodeExecutionOutputBlock"][];
            encrypted_stdout: string;
            return_code: number;
            stderr: string;
        };
        RequestImageBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            source: components["schemas"]["ImageSource"];
            transformations?: components["schemas"]["RequestImageTransformations"] | null;
        };
        RequestImageTransformations: {
            oversized_image?: string;
        };
        RequestPageLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "page_location";
            cited_text: string;
            document_index: number;
            document_title?: string | null;
            end_page_number: number;
            start_page_number: number;
        };
        RequestRedactedThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "redacted_thinking";
            data: string;
        };
        RequestSearchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            citations?: components["schemas"]["RequestCitationsConfig"];
            content: components["schemas"]["RequestTextBlock"][];
            source: string;
            title: string;
        };
        RequestSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search_result_location";
            cited_text: string;
            end_block_index: number;
            search_result_index: number;
            source: string;
            start_block_index: number;
            title?: string | null;
        };
        RequestServerToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "server_tool_use";
            id: string;
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            caller?: components["schemas"]["ToolCaller"];
            input: {
                [key: string]: unknown;
            };
            name: string;
        };
        RequestTextBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            citations?: components["schemas"]["RequestCitation"][] | null;
            text: string;
        };
        RequestTextEditorCodeExecutionCreateResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_create_result";
            is_file_update: boolean;
        };
        RequestTextEditorCodeExecutionStrReplaceResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_str_replace_result";
            lines?: string[] | null;
            new_lines?: number | null;
            new_start?: number | null;
            old_lines?: number | null;
            old_start?: number | null;
        };
        RequestTextEditorCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            content: components["schemas"]["RequestTextEditorCodeExecutionToolResultContent"];
            tool_use_id: string;
        };
        RequestTextEditorCodeExecutionToolResultContent: components["schemas"]["RequestTextEditorCodeExecutionToolResultError"] | components["schemas"]["RequestTextEditorCodeExecutionViewResultBlock"] | components["schemas"]["RequestTextEditorCodeExecutionCreateResultBlock"] | components["schemas"]["RequestTextEditorCodeExecutionStrReplaceResultBlock"];
        RequestTextEditorCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result_error";
            error_code: string;
            error_message?: string | null;
        };
        RequestTextEditorCodeExecutionViewResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_view_result";
            content: string;
            file_type: string;
            num_lines?: number | null;
            start_line?: number | null;
            total_lines?: number | null;
        };
        RequestThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking";
            signature: string;
            thinking: string;
        };
        RequestToolReferenceBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_reference";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            tool_name: string;
        };
        RequestToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            content?: string | components["schemas"]["ToolResultContentBlock"][];
            is_error?: boolean;
            tool_use_id: string;
            toolset_name?: string | null;
        };
        RequestToolSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            content: components["schemas"]["RequestToolSearchToolResultContent"];
            tool_use_id: string;
        };
        RequestToolSearchToolResultContent: components["schemas"]["RequestToolSearchToolResultError"] | components["schemas"]["RequestToolSearchToolSearchResultBlock"];
        RequestToolSearchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result_error";
            error_code: string;
            error_message?: string | null;
        };
        RequestToolSearchToolSearchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_search_result";
            tool_references: components["schemas"]["RequestToolReferenceBlock"][];
        };
        RequestToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_use";
            id: string;
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            caller?: components["schemas"]["ToolCaller"];
            input: {
                [key: string]: unknown;
            };
            name: string;
            toolset_name?: string | null;
        };
        RequestWebFetchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_result";
            content: components["schemas"]["RequestDocumentBlock"];
            retrieved_at?: string | null;
            url: string;
        };
        RequestWebFetchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            caller?: components["schemas"]["ToolCaller"];
            content: components["schemas"]["RequestWebFetchToolResultContent"];
            tool_use_id: string;
        };
        RequestWebFetchToolResultContent: components["schemas"]["RequestWebFetchToolResultError"] | components["schemas"]["RequestWebFetchResultBlock"];
        RequestWebFetchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result_error";
            error_code: components["schemas"]["WebFetchToolResultErrorCode"];
        };
        RequestWebSearchResultBlock: {
            /** @constant */
            type: "web_search_result";
            encrypted_content: string;
            page_age?: string | null;
            title: string;
            url: string;
        };
        RequestWebSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_result_location";
            cited_text: string;
            encrypted_index: string;
            title?: string | null;
            url: string;
        };
        RequestWebSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_tool_result";
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            caller?: components["schemas"]["ToolCaller"];
            content: components["schemas"]["RequestWebSearchResultBlock"][] | components["schemas"]["RequestWebSearchToolResultError"];
            tool_use_id: string;
        };
        RequestWebSearchToolResultError: {
            /** @constant */
            type: "web_search_tool_result_error";
            error_code: string;
        };
        ResponseBashCodeExecutionOutputBlock: {
            /** @constant */
            type: "bash_code_execution_output";
            file_id: string;
        };
        ResponseBashCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_result";
            content: components["schemas"]["ResponseBashCodeExecutionOutputBlock"][];
            return_code: number;
            stderr: string;
            stdout: string;
        };
        ResponseBashCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result";
            content: components["schemas"]["ResponseBashCodeExecutionToolResultContent"];
            tool_use_id: string;
        };
        ResponseBashCodeExecutionToolResultContent: components["schemas"]["ResponseBashCodeExecutionToolResultError"] | components["schemas"]["ResponseBashCodeExecutionResultBlock"];
        ResponseBashCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "bash_code_execution_tool_result_error";
            error_code: string;
        };
        ResponseCharLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "char_location";
            cited_text: string;
            document_index: number;
            document_title?: string | null;
            end_char_index: number;
            file_id?: string | null;
            start_char_index: number;
        };
        ResponseCitation: components["schemas"]["ResponseCharLocationCitation"] | components["schemas"]["ResponsePageLocationCitation"] | components["schemas"]["ResponseContentBlockLocationCitation"] | components["schemas"]["ResponseWebSearchResultLocationCitation"] | components["schemas"]["ResponseSearchResultLocationCitation"];
        ResponseCitationsConfig: {
            /** @default false */
            enabled: boolean;
        };
        ResponseCodeExecutionOutputBlock: {
            /** @constant */
            type: "code_execution_output";
            file_id: string;
        };
        ResponseCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_result";
            content: components["schemas"]["ResponseCodeExecutionOutputBlock"][];
            return_code: number;
            stderr: string;
            stdout: string;
        };
        ResponseCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result";
            content: components["schemas"]["ResponseCodeExecutionToolResultContent"];
            tool_use_id: string;
        };
        ResponseCodeExecutionToolResultContent: components["schemas"]["ResponseCodeExecutionToolResultError"] | components["schemas"]["ResponseCodeExecutionResultBlock"] | components["schemas"]["ResponseEncryptedCodeExecutionResultBlock"];
        ResponseCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_tool_result_error";
            error_code: string;
        };
        ResponseContainerUploadBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_upload";
            file_id: string;
        };
        ResponseContentBlockLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content_block_location";
            cited_text: string;
            document_index: number;
            document_title?: string | null;
            end_block_index: number;
            file_id?: string | null;
            start_block_index: number;
        };
        ResponseDocumentBlock: {
            /** @constant */
            type: "document";
            citations?: components["schemas"]["ResponseCitationsConfig"] | null;
            source: components["schemas"]["FetchedDocumentSource"];
            title?: string | null;
        };
        ResponseEncryptedCodeExecutionResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "encrypted_code_execution_result";
            content: components["schemas"]["ResponseCodeExecutionOutputBlock"][];
            encrypted_stdout: string;
            return_code: number;
            stderr: string;
        };
        ResponsePageLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "page_location";
            cited_text: string;
            document_index: number;
            document_title?: string | null;
            end_page_number: number;
            file_id?: string | null;
            start_page_number: number;
        };
        ResponseRedactedThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "redacted_thinking";
            data: string;
        };
        ResponseSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search_result_location";
            cited_text: string;
            end_block_index: number;
            search_result_index: number;
            source: string;
            start_block_index: number;
            title?: string | null;
        };
        ResponseServerToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "server_tool_use";
            id: string;
            caller?: components["schemas"]["ToolCaller"];
            input: {
                [key: string]: unknown;
            };
            name: string;
        };
        ResponseTextBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            citations?: components["schemas"]["ResponseCitation"][] | null;
            text: string;
        };
        ResponseTextEditorCodeExecutionCreateResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_create_result";
            is_file_update: boolean;
        };
        ResponseTextEditorCodeExecutionStrReplaceResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_str_replace_result";
            lines?: string[] | null;
            new_lines?: number | null;
            new_start?: number | null;
            old_lines?: number | null;
            old_start?: number | null;
        };
        ResponseTextEditorCodeExecutionToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result";
            content: components["schemas"]["ResponseTextEditorCodeExecutionToolResultContent"];
            tool_use_id: string;
        };
        ResponseTextEditorCodeExecutionToolResultContent: components["schemas"]["ResponseTextEditorCodeExecutionToolResultError"] | components["schemas"]["ResponseTextEditorCodeExecutionViewResultBlock"] | components["schemas"]["ResponseTextEditorCodeExecutionCreateResultBlock"] | components["schemas"]["ResponseTextEditorCodeExecutionStrReplaceResultBlock"];
        ResponseTextEditorCodeExecutionToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_tool_result_error";
            error_code: string;
            error_message?: string | null;
        };
        ResponseTextEditorCodeExecutionViewResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_code_execution_view_result";
            content: string;
            file_type: string;
            num_lines?: number | null;
            start_line?: number | null;
            total_lines?: number | null;
        };
        ResponseThinkingBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking";
            signature: string;
            thinking: string;
        };
        ResponseToolReferenceBlock: {
            /** @constant */
            type: "tool_reference";
            tool_name: string;
        };
        ResponseToolSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result";
            content: components["schemas"]["ResponseToolSearchToolResultContent"];
            tool_use_id: string;
        };
        ResponseToolSearchToolResultContent: components["schemas"]["ResponseToolSearchToolResultError"] | components["schemas"]["ResponseToolSearchToolSearchResultBlock"];
        ResponseToolSearchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_result_error";
            error_code: string;
            error_message?: string | null;
        };
        ResponseToolSearchToolSearchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_tool_search_result";
            tool_references: components["schemas"]["ResponseToolReferenceBlock"][];
        };
        ResponseToolUseBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_use";
            id: string;
            caller?: components["schemas"]["ToolCaller"];
            input: {
                [key: string]: unknown;
            };
            name: string;
            toolset_name?: string | null;
        };
        ResponseWebFetchResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_result";
            content: components["schemas"]["ResponseDocumentBlock"];
            retrieved_at?: string | null;
            url: string;
        };
        ResponseWebFetchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result";
            caller?: components["schemas"]["ToolCaller"];
            content: components["schemas"]["ResponseWebFetchToolResultContent"];
            tool_use_id: string;
        };
        ResponseWebFetchToolResultContent: components["schemas"]["ResponseWebFetchToolResultError"] | components["schemas"]["ResponseWebFetchResultBlock"];
        ResponseWebFetchToolResultError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_tool_result_error";
            error_code: components["schemas"]["WebFetchToolResultErrorCode"];
        };
        ResponseWebSearchResultBlock: {
            /** @constant */
            type: "web_search_result";
            encrypted_content: string;
            page_age?: string | null;
            title: string;
            url: string;
        };
        ResponseWebSearchResultLocationCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_result_location";
            cited_text: string;
            encrypted_index: string;
            title?: string | null;
            url: string;
        };
        ResponseWebSearchToolResultBlock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_tool_result";
            caller?: components["schemas"]["ToolCaller"];
            content: components["schemas"]["ResponseWebSearchToolResultError"] | components["schemas"]["ResponseWebSearchResultBlock"][];
            tool_use_id: string;
        };
        ResponseWebSearchToolResultError: {
            /** @constant */
            type: "web_search_tool_result_error";
            error_code: string;
        };
        ServerToolCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20250825";
            tool_id: string;
        };
        ServerToolCaller20260120: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_execution_20260120";
            tool_id: string;
        };
        ServerToolUsage: {
            /** @default 0 */
            web_fetch_requests?: number;
            /** @default 0 */
            web_search_requests?: number;
        };
        /** @description Which of the upstream's own tools the model can use. */
        ServerToolsCapability: {
            /** @description Whether any can be used. */
            supported: boolean;
            code_execution?: components["schemas"]["CapabilitySupport"];
            web_search?: components["schemas"]["CapabilitySupport"];
        };
        SignatureContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "signature_delta";
            signature: string;
        };
        SkillParams: {
            type: string;
            skill_id: string;
            version?: string;
        };
        SucceededResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "succeeded";
            message: components["schemas"]["Message"];
        };
        /** @description Instructions that stand before the conversation. */
        SystemPrompt: string | components["schemas"]["RequestTextBlock"][];
        TextCompletion: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "completion";
            id: string;
            completion: string;
            model: components["schemas"]["ModelId"];
            stop_reason?: string | null;
        };
        /** @description One event of a streamed text completion. The last one carries the stop reason; `ping` and `error` may stand between. */
        TextCompletionEvent: components["schemas"]["TextCompletion"] | components["schemas"]["Ping"] | components["schemas"]["ErrorEvent"];
        TextContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_delta";
            text: string;
        };
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
            /** @description The most characters that viewing a file gives back. */
            max_characters?: number | null;
        } & (components["schemas"]["ToolSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text_editor_20250728";
        });
        ThinkingCapability: {
            supported: boolean;
            types: components["schemas"]["ThinkingTypes"];
        };
        ThinkingConfigAdaptive: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "adaptive";
            display?: string | null;
        };
        /** @description Thinking only between the calls of tools. */
        ThinkingConfigBetweenTools: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "between_tools";
        };
        ThinkingConfigDisabled: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "disabled";
        };
        ThinkingConfigEnabled: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "enabled";
            budget_tokens: number;
            display?: string | null;
        };
        ThinkingConfigParam: components["schemas"]["ThinkingConfigEnabled"] | components["schemas"]["ThinkingConfigDisabled"] | components["schemas"]["ThinkingConfigAdaptive"] | components["schemas"]["ThinkingConfigBetweenTools"];
        ThinkingContentBlockDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thinking_delta";
            thinking: string;
        };
        ThinkingTypes: {
            adaptive?: components["schemas"]["CapabilitySupport"];
            enabled?: components["schemas"]["CapabilitySupport"];
            between_tools?: components["schemas"]["CapabilitySupport"];
            disabled?: components["schemas"]["CapabilitySupport"];
        };
        TokenCount: {
            input_tokens: number;
        };
        /** @description A tool of the caller's own. This is what an entry without `type` means. */
        Tool: {
            /**
             * @description May be left out.
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
            /** @description Hold the model's input to the schema exactly. */
            strict?: boolean;
            /** @description Stream the input while it is still being checked. */
            eager_input_streaming?: boolean | null;
            /** @description Who may call the tool; the model itself when absent. */
            allowed_callers?: string[];
            /** @description Keep the tool out of the prompt until a tool search finds it. */
            defer_loading?: boolean;
            /** @description Sample inputs that show the model how the tool is called. */
            input_examples?: {
                [key: string]: unknown;
            }[];
        };
        ToolCaller: components["schemas"]["DirectCaller"] | components["schemas"]["ServerToolCaller"] | components["schemas"]["ServerToolCaller20260120"];
        ToolChoice: components["schemas"]["ToolChoiceAuto"] | components["schemas"]["ToolChoiceAny"] | components["schemas"]["ToolChoiceTool"] | components["schemas"]["ToolChoiceNone"];
        ToolChoiceAny: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "any";
            disable_parallel_tool_use?: boolean;
        };
        ToolChoiceAuto: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "auto";
            disable_parallel_tool_use?: boolean;
        };
        ToolChoiceNone: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "none";
        };
        ToolChoiceTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool";
            disable_parallel_tool_use?: boolean;
            name: string;
        };
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
        /** @description A search over the deferred tools (by words). */
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
        /** @description A search over the deferred tools (by pattern). */
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
        /** @description What every tool that the vendor defines may say about itself. */
        ToolSettings: {
            /** @description Who may call the tool; the model itself when absent. */
            allowed_callers?: string[];
            /** @description Ends a cached prefix at this tool. */
            cache_control?: components["schemas"]["CacheControlEphemeral"] | null;
            /** @description Keep the tool out of the prompt until a tool search finds it. */
            defer_loading?: boolean;
            /** @description Hold the model's input to the schema exactly. */
            strict?: boolean;
        };
        ToolUnion: components["schemas"]["Tool"] | components["schemas"]["TypedTool"];
        /** @description One action of a toolset. */
        ToolsetMember: {
            /** @description Keep it out of the prompt until a tool search finds it. */
            defer_loading?: boolean | null;
            /** @description Whether the model may use it. */
            enabled?: boolean | null;
        } | null;
        TypedTool: {
            /** @description Kind and version of the tool. */
            type: string;
        } & (components["schemas"]["BashTool20250124"] | components["schemas"]["CodeExecutionTool20250522"] | components["schemas"]["CodeExecutionTool20250825"] | components["schemas"]["CodeExecutionTool20260120"] | components["schemas"]["CodeExecutionTool20260521"] | components["schemas"]["BrowserToolset20260801"] | components["schemas"]["MemoryTool20250818"] | components["schemas"]["ComputerToolset20260801"] | components["schemas"]["TextEditor20250124"] | components["schemas"]["TextEditor20250429"] | components["schemas"]["TextEditor20250728"] | components["schemas"]["WebSearchTool20250305"] | components["schemas"]["WebFetchTool20250910"] | components["schemas"]["WebSearchTool20260209"] | components["schemas"]["WebFetchTool20260209"] | components["schemas"]["WebFetchTool20260309"] | components["schemas"]["WebSearchTool20260318"] | components["schemas"]["WebFetchTool20260318"] | components["schemas"]["ToolSearchToolBM2520251119"] | components["schemas"]["ToolSearchToolBM25"] | components["schemas"]["ToolSearchToolRegex20251119"] | components["schemas"]["ToolSearchToolRegex"]);
        URLImageSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url";
            url: string;
        };
        URLPDFSource: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url";
            url: string;
        };
        Usage: {
            cache_creation?: components["schemas"]["CacheCreation"] | null;
            cache_creation_input_tokens?: number | null;
            cache_read_input_tokens?: number | null;
            inference_geo?: string | null;
            input_tokens: number;
            output_tokens: number;
            output_tokens_details?: components["schemas"]["OutputTokensDetails"] | null;
            server_tool_use?: components["schemas"]["ServerToolUsage"] | null;
            service_tier?: string | null;
            /** @description The speed at which the answer was made. */
            speed?: string | null;
        };
        UserLocation: {
            /** @constant */
            type: "approximate";
            city?: string | null;
            country?: string | null;
            region?: string | null;
            timezone?: string | null;
        };
        /** @description What every web fetch says. */
        WebFetchSettings: {
            /** @description Only these domains. Not together with blocked_domains. */
            allowed_domains?: string[] | null;
            /** @description Never these domains. */
            blocked_domains?: string[] | null;
            /** @description Whether the fetched pages can be cited. */
            citations?: components["schemas"]["RequestCitationsConfig"] | null;
            /** @description The most tokens that fetched text may add to the prompt. */
            max_content_tokens?: number | null;
            /** @description The most fetches in one request. */
            max_uses?: number | null;
        } & components["schemas"]["ToolSettings"];
        /** @description Fetching of web pages by the upstream. */
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
        /** @description Fetching of web pages by the upstream. */
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
        /** @description Fetching of web pages by the upstream. */
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
        /** @description Fetching of web pages by the upstream. */
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
            /** @description Whether results stand in the answer. */
            response_inclusion?: string;
        } & (components["schemas"]["WebFetchSettings"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_fetch_20260318";
        });
        WebFetchToolResultErrorCode: string;
        /** @description What every web search says. */
        WebSearchSettings: {
            /** @description Only these domains. Not together with blocked_domains. */
            allowed_domains?: string[] | null;
            /** @description Never these domains. */
            blocked_domains?: string[] | null;
            /** @description The most searches in one request. */
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
            /** @description Whether results stand in the answer. */
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
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A value is wrong. The message names the member, what is allowed and what was sent. */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream is congested, or the object changed meanwhile. Wait for Retry-After where it is present, then send the same request again. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key may not do this: outside its scope, a limit was met, or credits do not suffice. The message tells which. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
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
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path exists, but not with this method. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
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
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any other status of an upstream, passed on as it came. */
        OtherError: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream is overloaded. */
        Overloaded: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream did not answer in time. */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is larger than the limit of the route. */
        RequestTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The gateway or the upstream is not ready for calls. */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The upstream provider limits the rate. The gateway itself never does. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMilliseconds"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid API key. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is of a kind that the route does not read. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "request-id": components["headers"]["RequestId"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Id of the entry after which the page begins. */
        AfterId: string;
        /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
        AnthropicBeta: string;
        /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
        AnthropicUserProfileId: string;
        /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
        AnthropicVersion: string;
        /** @description Id of the entry before which the page ends. */
        BeforeId: string;
        /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
        Beta: string;
        /** @description Id of a file, as its upload answered it. A file of another workspace is 404. */
        FileId: string;
        /** @description Only the files with these ids. The parameter is repeated, once for each id. */
        Ids: string[];
        /** @description Only models at these points of their life. The parameter is repeated, once for each value. */
        Lifecycle: string[];
        /** @description Entries on one page. */
        Limit: number;
        /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
        MessageBatchId: string;
        /** @description Name of a model; a slash in it is written `%2F`. */
        ModelId: string;
        /** @description The `next_page` of the page before. Not together with `after_id` or `before_id`. */
        Page: string;
        /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
        ProductSku: string;
        /** @description Only the files of this owner (beta). */
        ScopeId: string;
        /** @description Trace context (W3C) that the call continues. */
        Traceparent: string;
        /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
        XDiglotOnLoss: "error" | "warn";
        /** @description `true` keeps the answered bytes in the drive for 3 days; `x-diglot-drive-file` names them. */
        XDriveStore: string;
        /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
        XProductSku: string;
        /** @description Region in which the call is to be answered. It is never answered in another one. */
        XRegionCode: string;
        /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
        XRequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Members that could only be said roughly in the upstream's wire format. */
        Approximated: string;
        /** @description The upstream attempts in order, where the catalogue's fallback was used. */
        Attempts: string;
        /** @description What the call cost, in credits, as a decimal number. Only on answers that are whole when their head is sent. */
        ChargeCredits: string;
        /** @description Id of the bytes that were kept in the drive. */
        DriveFile: string;
        /** @description Members that could not be said in the upstream's wire format. */
        Dropped: string;
        /** @description Whose error it is. */
        ErrorSource: "gateway" | "upstream";
        /** @description The Product that was charged. */
        ProductSku: string;
        /** @description The provider that answered. */
        Provider: string;
        /** @description Id of the request; `x-request-id` and `request-id` are always the same. */
        RequestId: string;
        /** @description How long to wait before the next attempt, in seconds, or the date until which to wait. The upstream's. */
        RetryAfter: string;
        /** @description How long to wait before the next attempt, in milliseconds. The upstream's. */
        RetryAfterMilliseconds: string;
        /** @description Whether sending the same request again can help. `false` on errors of the gateway that it cannot mend. */
        ShouldRetry: string;
        /** @description The provider's own id of the request. */
        UpstreamRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createMessage: {
        parameters: {
            query?: {
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["XDiglotOnLoss"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
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
            /** @description The message, whole or as events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
                    "x-diglot-product-sku": components["headers"]["ProductSku"];
                    "x-diglot-charge": components["headers"]["ChargeCredits"];
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
            413: components["responses"]["RequestTooLarge"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["XDiglotOnLoss"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
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
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
                    "x-diglot-product-sku": components["headers"]["ProductSku"];
                    "x-diglot-charge": components["headers"]["ChargeCredits"];
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
            413: components["responses"]["RequestTooLarge"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
                /** @description Entries on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Id of the entry after which the page begins. */
                after_id?: components["parameters"]["AfterId"];
                /** @description Id of the entry before which the page ends. */
                before_id?: components["parameters"]["BeforeId"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of batches. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description User profile at the vendor on whose behalf the call is made. Accepted, and not passed on. */
                "anthropic-user-profile-id"?: components["parameters"]["AnthropicUserProfileId"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
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
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
            413: components["responses"]["RequestTooLarge"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch, being cancelled. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a batch, as its creation answered it. A batch of another workspace is 404. */
                message_batch_id: components["parameters"]["MessageBatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results, one a line. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description What to do when the upstream speaks another wire format that cannot say something that matters. `error` refuses the call, `warn` answers and names the loss in `x-diglot-dropped`. */
                "x-diglot-on-loss"?: components["parameters"]["XDiglotOnLoss"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
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
            /** @description The completion, whole or as events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
                    "x-diglot-product-sku": components["headers"]["ProductSku"];
                    "x-diglot-charge": components["headers"]["ChargeCredits"];
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
            413: components["responses"]["RequestTooLarge"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
                /** @description Entries on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Id of the entry after which the page begins. */
                after_id?: components["parameters"]["AfterId"];
                /** @description Id of the entry before which the page ends. */
                before_id?: components["parameters"]["BeforeId"];
                /** @description Only models at these points of their life. The parameter is repeated, once for each value. */
                "lifecycle[]"?: components["parameters"]["Lifecycle"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of models. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Name of a model; a slash in it is written `%2F`. */
                model_id: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
                /** @description Entries on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_page` of the page before. Not together with `after_id` or `before_id`. */
                page?: components["parameters"]["Page"];
                /** @description Only the files with these ids. The parameter is repeated, once for each id. */
                "ids[]"?: components["parameters"]["Ids"];
                /** @description Id of the entry after which the page begins. */
                after_id?: components["parameters"]["AfterId"];
                /** @description Id of the entry before which the page ends. */
                before_id?: components["parameters"]["BeforeId"];
                /** @description Only the files of this owner (beta). */
                scope_id?: components["parameters"]["ScopeId"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of files. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
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
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
            413: components["responses"]["RequestTooLarge"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a file, as its upload answered it. A file of another workspace is 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /** @description Id of a file, as its upload answered it. A file of another workspace is 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
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
                /** @description Sent by older SDKs with `true`. Accepted everywhere, and nothing is decided by it. */
                beta?: components["parameters"]["Beta"];
                /** @description Product that the call is charged to, for clients that cannot send the header `X-Product-Sku`, which wins. */
                product_sku?: components["parameters"]["ProductSku"];
            };
            header?: {
                /** @description Version of the specification that the client speaks. Goes on to the upstream unchanged; any value is accepted here. */
                "anthropic-version"?: components["parameters"]["AnthropicVersion"];
                /** @description Names of beta features, separated by commas. The header may be repeated. Goes on to the upstream unchanged. */
                "anthropic-beta"?: components["parameters"]["AnthropicBeta"];
                /** @description The caller's own id of the request, 1 to 128 visible ASCII characters. Comes back as `request-id` and `x-request-id`. The gateway issues one when it is absent. */
                "X-Request-Id"?: components["parameters"]["XRequestId"];
                /** @description Region in which the call is to be answered. It is never answered in another one. */
                "X-Region-Code"?: components["parameters"]["XRegionCode"];
                /** @description Product that the call is charged to; the model's own Product when absent. Wins over the query `product_sku`. */
                "X-Product-Sku"?: components["parameters"]["XProductSku"];
                /** @description Trace context (W3C) that the call continues. */
                traceparent?: components["parameters"]["Traceparent"];
                /** @description `true` keeps the answered bytes in the drive for 3 days; `x-diglot-drive-file` names them. */
                "X-Drive-Store"?: components["parameters"]["XDriveStore"];
            };
            path: {
                /** @description Id of a file, as its upload answered it. A file of another workspace is 404. */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "request-id": components["headers"]["RequestId"];
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            529: components["responses"]["Overloaded"];
            default: components["responses"]["OtherError"];
        };
    };
}
