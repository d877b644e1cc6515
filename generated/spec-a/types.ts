// Generated from specs/ by `npm run generate`. Do not edit.
export interface paths {
    "/chat/completions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List chat completions
         * @description Lists the completions of your workspace that were created with `store`. They expire after 30 days unless
         *     configured otherwise.
         */
        get: operations["listChatCompletions"];
        put?: never;
        /**
         * Create a chat completion
         * @description Sends a list of messages to a model and returns its next message. With `stream`, the answer arrives in chunks as
         *     it is generated and ends with `data: [DONE]`. A stream that breaks ends with an error event, without `[DONE]`.
         *     With `store`, the completion is stored and can be retrieved later.
         *
         *     The charge is the usage that the provider reports, at the prices of the Product in `x-diglot-product-sku`.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Create responses over a WebSocket
         * @description Opens a WebSocket on which the client creates one response after another, over a single connection.
         *
         *     The client sends `{"type": "response.create", …}` with the members of `POST /responses`, except `stream` and
         *     `background`. Each is served and charged exactly like that call, by every provider and in every format, and its
         *     events come back as text messages. Requests run one after another; those with different `stream_id`s run at the same
         *     time, up to 16, and their events have the same `stream_id`. `previous_response_id` refers to stored responses.
         *     `generate: false` and `response.steer` are not supported. An error is an event `{"type": "error", "status": …,
         *     "error": {…}}`, and the session continues. If `previous_response_id` is unknown, its code is
         *     `previous_response_not_found`: send the whole input. The session ends with the codes of a realtime session.
         */
        get: operations["connectResponses"];
        put?: never;
        /**
         * Create a response
         * @description Sends text, images, files or earlier items to a model and returns a response made of output items. It is stored
         *     for 30 days unless `store` is false, whichever provider answered, so that `previous_response_id` can continue
         *     from it.
         *
         *     With `stream`, the response arrives as typed events numbered from 0. The last one is `response.completed`,
         *     `response.incomplete` or `response.failed`.
         */
        post: operations["createResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embeddings": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create embeddings
         * @description Converts each input into a vector. Inputs are text or token ids, one or many; the vectors keep their order. With
         *     `encoding_format: base64`, each vector is a base64 string of little-endian 32-bit floats.
         */
        post: operations["createEmbedding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists the models that this key may call in the region. Models outside the scope of the key or the plan of its
         *     workspace are omitted, and so are those of which the key may use no operation. Some are callable only if the call
         *     names a Product. Every key may call this, whatever its scope: a 200 confirms that the key works.
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
    "/key": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key of this request
         * @description Returns what the key of this request may do, its limits with what is used and left, the credits of its workspace,
         *     and when it expires. Every key may call this, whatever its scope; it is free, and works even if credits have run
         *     out.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/completions": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a completion
         * @description Continues one or more prompts with an older kind of model. In new programs, use chat completions or responses.
         *     With `stream`, the answer arrives in chunks that end with `data: [DONE]`.
         */
        post: operations["createCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/moderations": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a moderation
         * @description Classifies whether each input is harmful, by category and with a score.
         */
        post: operations["createModeration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/generations": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an image
         * @description Generates images from a prompt. If you request `url`, the images are stored in the drive and the URLs point
         *     there for three days. Such a URL needs the API key, like every other call. With `stream`, previews and the finished image arrive as events.
         */
        post: operations["createImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/edits": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an image edit
         * @description Edits one or more images according to a prompt. Send a form with the files, or JSON of at most 32 MiB with URLs or
         *     ids of uploaded files. A mask marks the area that may change.
         */
        post: operations["createImageEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/variations": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an image variation
         * @description Creates variations of one square PNG image.
         */
        post: operations["createImageVariation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/speech": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Ignored on this route. The `model` of the body selects the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create speech
         * @description Generates speech from text. The answer is the audio itself or, with `stream_format: sse`, base64 chunks in
         *     events. The `model` decides the Product. To use your own voice, pass its id; a voice of another workspace
         *     returns 403. Time limit 5 minutes, request limit 28 MiB.
         */
        post: operations["createSpeech"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/transcriptions": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Ignored on this route. The `model` of the body selects the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a transcription
         * @description Transcribes audio in its own language. `response_format` selects plain text, subtitles, or JSON with one of
         *     three levels of detail. Send lists as repeated fields whose name ends in `[]`. The `model` decides the Product.
         *     Time limit 5 minutes, request limit 28 MiB.
         */
        post: operations["createTranscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/translations": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a translation
         * @description Translates audio in any language into English text. Requires a Product in `X-Product-Sku` or `product_sku`. Time
         *     limit 5 minutes, request limit 28 MiB.
         */
        post: operations["createTranslation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/voices": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List voices
         * @description Lists the voices of your workspace, newest first. Requires a Product in `X-Product-Sku` or `product_sku`.
         */
        get: operations["listVoices"];
        put?: never;
        /**
         * Create a voice
         * @description Creates a voice from a sample and the speaker's recorded consent, or from a description. Only your workspace can
         *     use it.
         */
        post: operations["createVoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/voices/{voice_id}": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path: {
                /**
                 * @description Id of a voice that your workspace owns.
                 * @example voice_2Gf8kDs4
                 */
                voice_id: components["parameters"]["VoiceId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a voice
         * @description Returns one voice of your workspace.
         */
        get: operations["getVoice"];
        put?: never;
        post?: never;
        /**
         * Delete a voice
         * @description Deletes the voice here and at the provider. Its consent recording stays.
         */
        delete: operations["deleteVoice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/voice_consents": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List voice consents
         * @description Lists the consent recordings of your workspace, newest first.
         */
        get: operations["listVoiceConsents"];
        put?: never;
        /**
         * Create a voice consent
         * @description Uploads a recording in which a speaker consents to a copy of their voice.
         */
        post: operations["createVoiceConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/voice_consents/{consent_id}": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path: {
                /**
                 * @description Id of a consent recording that your workspace owns.
                 * @example cons_6Jt0wZa1
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a voice consent
         * @description Returns one consent recording.
         */
        get: operations["getVoiceConsent"];
        put?: never;
        /**
         * Update a voice consent
         * @description Changes the name of a consent recording. Nothing else can be changed.
         */
        post: operations["updateVoiceConsent"];
        /**
         * Delete a voice consent
         * @description Deletes a consent recording here and at the provider.
         */
        delete: operations["deleteVoiceConsent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/realtime": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Open a realtime session
         * @description Opens a WebSocket to a realtime model. Everything that can be refused is refused before the connection is
         *     upgraded, as an ordinary HTTP error: the key, its scope, the model, the credits, and the provider's own refusal.
         *
         *     **Key.** `Authorization: Bearer <key>` or `X-API-Key`. A browser, which cannot set headers, sends a client secret as
         *     the subprotocol `openai-insecure-api-key.<secret>` besides `realtime`.
         *
         *     **Model.** The model of the query is the model of the whole session. A `session.update` or `response.create` that
         *     names another one is answered with an `error` event (`invalid_value`) and not passed on. A model for transcription
         *     (`audio.input.transcription.model`) must be one that the key may call and that the same provider serves. A session
         *     speaks in the provider's voices: a voice named by its id is answered likewise.
         *
         *     **Charge.** Credit for one response is set aside while the session is open. Each response is a separate call in the
         *     usage log, charged once, before its `response.done` is passed on. A transcription of the caller's audio is charged
         *     as a call of its transcription model.
         *
         *     **Events** pass unchanged in both directions, as text messages of at most 16 MiB. A message that is not an event in
         *     JSON is answered with an `error` event and not passed on. Binary messages are not accepted.
         *
         *     **End.** The gateway says why it ends a session in an `error` event, and closes with:
         *
         *     | code | reason |
         *     | --- | --- |
         *     | 1001 | the session was silent for too long, or reached its maximum duration |
         *     | 1002 | a frame that breaks the WebSocket protocol |
         *     | 1003 | a message that is binary |
         *     | 1007 | a message that is not in UTF-8 |
         *     | 1008 | the key was revoked, the workspace was suspended, or credits or a limit are used up |
         *     | 1009 | a message larger than 16 MiB |
         *     | 1011 | the provider broke the connection, or the gateway failed |
         *     | 1012 | the server is restarting: connect again |
         *     | 1013 | the messages of the key take all memory that they may: connect again in a moment |
         *
         *     If the provider closes the connection, its own code and reason are passed on.
         */
        get: operations["connectRealtime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/realtime/client_secrets": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a client secret for a realtime session
         * @description Issues a short-lived secret of this gateway, for a browser or a device that must not have the key. It opens only
         *     realtime sessions, for the workspace, with the scope, limits and credits of the key that requested it, and with the
         *     model, if the session names one. It is refused as soon as the key is, or the secret of the key that requested it,
         *     for example after a rotation. It contains the session's settings in encrypted form; the gateway does not store it. A
         *     session that is open when it expires continues.
         */
        post: operations["createRealtimeClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/realtime/sessions": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a client secret, in the form of the beta API
         * @description The older form of `POST /realtime/client_secrets`, for clients that still use it: the body is the session itself,
         *     and the secret is a member of the answer.
         */
        post: operations["createRealtimeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/{model}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Model id, as in the list of models. Send slashes in it as `%2F`.
                 * @example gpt-5-mini
                 */
                model: components["parameters"]["Model"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a model
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
    "/chat/completions/{completion_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a chat completion that was created with `store` set.
                 * @example chatcmpl-9sZkq3Vt
                 */
                completion_id: components["parameters"]["CompletionId"];
            };
            cookie?: never;
        };
        /**
         * Get a chat completion
         * @description Returns one stored completion of your workspace.
         */
        get: operations["getChatCompletion"];
        put?: never;
        /**
         * Update a chat completion
         * @description Replaces the metadata of a stored completion. Nothing else can be changed.
         */
        post: operations["updateChatCompletion"];
        /**
         * Delete a chat completion
         * @description Deletes a stored completion and its messages.
         */
        delete: operations["deleteChatCompletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/completions/{completion_id}/messages": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `asc` starts with the oldest, `desc` with the newest.
                 * @example asc
                 */
                order?: components["parameters"]["OrderAscending"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a chat completion that was created with `store` set.
                 * @example chatcmpl-9sZkq3Vt
                 */
                completion_id: components["parameters"]["CompletionId"];
            };
            cookie?: never;
        };
        /**
         * List messages of a chat completion
         * @description Lists the input messages of a stored completion.
         */
        get: operations["listChatCompletionMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/input_tokens": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count input tokens
         * @description Counts the input tokens of a request for a response, without creating the response.
         *
         *     If the model's provider does not count tokens in this format, the count is an estimate, and
         *     `x-diglot-approximated` is `input_tokens`.
         */
        post: operations["countResponseInputTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/compact": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compact a response
         * @description Shortens a long list of items to one that a model can continue from. Pass the `output` of the answer, unchanged,
         *     as the input of the next request.
         */
        post: operations["compactResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/{response_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a response
         * @description Returns one stored response of your workspace. It cannot be resumed as a stream: `stream=true` returns 400.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        /**
         * Delete a response
         * @description Deletes a stored response. Responses that continue from it keep working.
         */
        delete: operations["deleteResponse"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/{response_id}/cancel": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a response
         * @description Cancels a background response. This gateway does not run responses in the background, so every response that has
         *     an id has already ended, and the call returns 409.
         */
        post: operations["cancelResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/responses/{response_id}/input_items": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        /**
         * List input items of a response
         * @description Lists the input items of a stored response.
         */
        get: operations["listResponseInputItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a conversation
         * @description Creates a conversation with up to 20 initial items. Pass its id as `conversation` when you create a response,
         *     and the items of that response are added to it.
         */
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{conversation_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a conversation
         * @description Returns one conversation of your workspace.
         */
        get: operations["getConversation"];
        put?: never;
        /**
         * Update a conversation
         * @description Replaces the metadata of a conversation.
         */
        post: operations["updateConversation"];
        /**
         * Delete a conversation
         * @description Deletes a conversation and its items. Responses that were created in it stay.
         */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{conversation_id}/items": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /**
         * List conversation items
         * @description Lists the items of a conversation.
         */
        get: operations["listConversationItems"];
        put?: never;
        /**
         * Create conversation items
         * @description Adds up to 20 items to the end of a conversation.
         */
        post: operations["createConversationItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{conversation_id}/items/{item_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
                /**
                 * @description Id of an item of this conversation.
                 * @example msg_3Hb6cLp9
                 */
                item_id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a conversation item
         * @description Returns one item of a conversation.
         */
        get: operations["getConversationItem"];
        put?: never;
        post?: never;
        /**
         * Delete a conversation item
         * @description Removes one item from a conversation.
         */
        delete: operations["deleteConversationItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Lists the files of your workspace.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Uploads a file of up to 512 MiB, for batches or as input for models. It belongs to your workspace.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{file_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of an uploaded or generated file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a file
         * @description Returns the metadata of one file of your workspace.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file here and at the provider. The lines of a batch are charged before its result file is deleted;
         *     while they cannot be charged, the file stays and the call returns 503.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{file_id}/content": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /**
                 * @description Id of an uploaded or generated file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve file content
         * @description Returns the bytes of one file of your workspace. Where the provider knows ranges, `Range` gets a part of them;
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
    "/batches": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Lists the batches of your workspace, newest first.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a batch
         * @description Runs many requests of one kind from an uploaded JSONL file, within 24 hours. The lines are read during the upload,
         *     and each model that they name is checked as for a single call. Each line must be one JSON object of at most 4 MiB
         *     that names its model; otherwise the batch is refused, with the number of the first such line. The maximum cost of
         *     all lines is set aside when the batch is created; if that much is not available, the batch is refused. Give each
         *     line an output limit: a line without one counts as the most output that its model can produce. The lines go to the
         *     provider as they were uploaded, so none may name what is stored here: a voice by its id, an uploaded file, an item,
         *     `previous_response_id` or `conversation`. When the batch has ended, each line that succeeded is charged as a
         *     separate call, to the Product that the request named, or to the model's own, at the price in force when the batch
         *     was created.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{batch_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a batch.
                 * @example batch_1Uo5yBv8
                 */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a batch
         * @description Returns the state of one batch of your workspace.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{batch_id}/cancel": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a batch.
                 * @example batch_1Uo5yBv8
                 */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Cancels a batch. Completed requests are charged and stay in the output file. A batch that has already ended
         *     returns 409.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drive/files/{file_id}": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drive_7Lm3sCk6
                 */
                file_id: components["parameters"]["DriveFileId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve a drive file
         * @description Returns the metadata of a generated file in the drive. Drive files expire three days after they were created and
         *     then return 404.
         *     A key needs one of the operation families `drive`, `images` and `audio`: what may make a file may read it.
         */
        get: operations["getDriveFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drive/files/{file_id}/content": {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description One or more values of `etag`, or `*`. If none is that of the file, the answer is 412.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A date. If the file is newer, the answer is 412. Ignored with `If-Match`.
                 * @example Fri, 20 Nov 2026 12:00:00 GMT
                 */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /**
                 * @description The `etag` of a version that you already have. If it is current, the answer is 304 without content.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description A date. If the file is not newer, the answer is 304. Ignored with `If-None-Match`.
                 * @example Fri, 20 Nov 2026 12:00:00 GMT
                 */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /**
                 * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drive_7Lm3sCk6
                 */
                file_id: components["parameters"]["DriveFileId"];
            };
            cookie?: never;
        };
        /**
         * Retrieve drive file content
         * @description Returns the stored bytes with their original content type. Range and conditional requests are supported; a
         *     request for several ranges gets the whole file. Drive files expire three days after they were created and then
         *     return 404.
         *     A key needs one of the operation families `drive`, `images` and `audio`: what may make a file may read it.
         */
        get: operations["getDriveFileContent"];
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
        /** @description Access programs of the provider. */
        AccessPrograms: {
            /** @description Program for security work. */
            cyber?: string;
        } | null;
        /** @description Additional tools from this point on. */
        AdditionalToolsInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "additional_tools";
            /** @description Id. */
            id?: string | null;
            /** @description Role of the author. */
            role: string;
            /** @description Tools from this point on. */
            tools: components["schemas"]["Tool"][];
        };
        /** @description Additional tools from this point on. */
        AdditionalToolsItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "additional_tools";
            /** @description Id. */
            id: string;
            /** @description Role of the author. */
            role: string;
            /** @description Tools from this point on. */
            tools: components["schemas"]["Tool"][];
        };
        /** @description A choice among some of the tools. */
        AllowedToolsChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "allowed_tools";
            /** @description With `auto` the model may call one of them, with `required` it must. */
            mode: string;
            /** @description The tools, as they are defined. */
            tools: {
                [key: string]: unknown;
            }[];
        };
        /** @description A source of the text. */
        Annotation: components["schemas"]["FileCitation"] | components["schemas"]["UrlCitation"] | components["schemas"]["ContainerFileCitation"] | components["schemas"]["FilePath"];
        /** @description A source was added to the text. */
        AnnotationAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_text.annotation.added";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description Position of the annotation within the part. */
            annotation_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The annotation. */
            annotation: components["schemas"]["Annotation"] | null;
        };
        /** @description A call to change files. */
        ApplyPatchCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call";
            /** @description Id. */
            id: string;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status: string;
            /** @description The change. */
            operation: components["schemas"]["PatchOperation"];
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description A call to change files. */
        ApplyPatchCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status: string;
            /** @description The change. */
            operation: components["schemas"]["PatchOperation"];
        };
        /** @description Result of a file change. */
        ApplyPatchCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call_output";
            /** @description Id. */
            id: string;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status: string;
            /** @description Description of the result. */
            output?: string | null;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description Result of a file change. */
        ApplyPatchCallOutputInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call_output";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status: string;
            /** @description Description of the result. */
            output?: string | null;
        };
        /** @description Change files. */
        ApplyPatchChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch";
        };
        /** @description Lets the model change files. */
        ApplyPatchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch";
            /** @description Who may call it. */
            allowed_callers?: string[] | null;
        };
        /** @description An approximate location. */
        ApproximateLocation: {
            /** @constant */
            type?: "approximate";
            /** @description Country, two letters. */
            country?: string | null;
            /** @description Region. */
            region?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description IANA time zone. */
            timezone?: string | null;
        };
        /** @description A part of a model's message. */
        AssistantContentPart: components["schemas"]["TextPart"] | components["schemas"]["RefusalPart"];
        /** @description What the model said before. */
        AssistantMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "assistant";
            /** @description What the model said. Optional with tool calls. */
            content?: string | components["schemas"]["AssistantContentPart"][] | null;
            /** @description What the model said when it declined. */
            refusal?: string | null;
            /** @description Distinguishes participants with the same role. */
            name?: string | null;
            /** @description Audio of an earlier answer. */
            audio?: {
                /** @description Id of the audio of an earlier answer. */
                id: string;
            } | null;
            /** @description Tool calls that the model requests. */
            tool_calls?: components["schemas"]["ChatToolCallInput"][] | null;
            /**
             * @deprecated
             * @description A call of a function, in the legacy form.
             */
            function_call?: {
                /** @description Name of the function. */
                name: string;
                /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
                arguments: string;
            } | null;
        };
        /** @description Audio, as bytes. */
        AudioBytes: {
            /** @description The audio as base64. */
            data: string;
            /** @description Audio file format. Most providers require it. */
            format?: string;
        };
        /** @description The next piece of audio. */
        AudioDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.delta";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The next piece of audio as base64. */
            delta: string;
        };
        /** @description The audio is complete. */
        AudioDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.done";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Audio. */
        AudioPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_audio";
            /** @description The audio. Some providers accept only its URL, or only its bytes as base64. */
            input_audio: string | components["schemas"]["AudioBytes"];
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        /** @description The next piece of the transcript. */
        AudioTranscriptDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.transcript.delta";
            /** @description Next piece of the transcript. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description The transcript of the audio is complete. */
        AudioTranscriptDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.transcript.done";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A container to create. */
        AutoContainer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_auto";
            /** @description Files to put into the container, up to 50. */
            file_ids?: string[];
            /** @description Memory of the container. */
            memory_limit?: string | null;
            /** @description What the container may access on the network. */
            network_policy?: components["schemas"]["ContainerNetworkPolicy"];
            /** @description Available skills, up to 200. */
            skills?: components["schemas"]["ContainerSkill"][];
        };
        /** @description A stored item, by its id alone. */
        BareReference: {
            /** @description Null, or absent. */
            type?: null;
            /** @description Id of a stored item. */
            id: string;
            /** @description Absent, because an item with a role is a message. */
            role?: unknown;
            /** @description Absent, as in every reference. */
            content?: unknown;
        };
        /** @description A batch. */
        Batch: {
            /** @description Id of the batch. */
            id: string;
            /** @constant */
            object: "batch";
            /** @description Path that every request of the file goes to, with `/v1`. */
            endpoint: string;
            /** @description Model of the batch, if all requests name the same one. */
            model?: string | null;
            /** @description What was wrong with the input file. */
            errors?: {
                /** @description Always `list`. */
                object?: string;
                /** @description The errors. */
                data?: components["schemas"]["BatchError"][];
            } | null;
            /** @description Id of the uploaded JSONL file of requests. */
            input_file_id: string;
            /** @description Time within which it runs. */
            completion_window: string;
            /** @description `validating`, `in_progress`, `finalizing`, then `completed`, `failed`, `expired` or `cancelled`. */
            status: string;
            /** @description Id of the file of answers. */
            output_file_id?: string | null;
            /** @description Id of the file of failed requests. */
            error_file_id?: string | null;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Time it started to run, Unix time in seconds. */
            in_progress_at?: number | null;
            /** @description When it expires, Unix time in seconds. */
            expires_at?: number | null;
            /** @description Time it started to write its files, Unix time in seconds. */
            finalizing_at?: number | null;
            /** @description Time of completion, Unix time in seconds. */
            completed_at?: number | null;
            /** @description Time it failed, Unix time in seconds. */
            failed_at?: number | null;
            /** @description When it expired, Unix time in seconds. */
            expired_at?: number | null;
            /** @description When cancellation was requested, Unix time in seconds. */
            cancelling_at?: number | null;
            /** @description Time it stopped, Unix time in seconds. */
            cancelled_at?: number | null;
            /** @description How many requests there are, and how they ended. */
            request_counts?: components["schemas"]["BatchCounts"];
            /** @description Tokens used, as the provider counts them. */
            usage?: {
                /** @description Input tokens. */
                input_tokens: number;
                /** @description Breakdown of the input tokens. */
                input_tokens_details: {
                    /** @description Tokens read from the cache, included in the input tokens. */
                    cached_tokens: number;
                };
                /** @description Output tokens. */
                output_tokens: number;
                /** @description Breakdown of the output tokens. */
                output_tokens_details: {
                    /** @description Reasoning tokens, included in the output tokens. */
                    reasoning_tokens: number;
                };
                /** @description All tokens, input and output. */
                total_tokens: number;
            } | null;
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Number of requests by how they ended. */
        BatchCounts: {
            /** @description All. */
            total: number;
            /** @description Answered. */
            completed: number;
            /** @description Failed. */
            failed: number;
        };
        /** @description An error in the input file. */
        BatchError: {
            /** @description Name of the error. */
            code?: string;
            /** @description What is wrong with the input file. */
            message?: string;
            /** @description Field that caused it. */
            param?: string | null;
            /** @description Line of the input file. */
            line?: number | null;
        };
        /** @description A page of batches. */
        BatchList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["Batch"][];
            /** @description Id of the first entry of the page. */
            first_id?: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id?: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
        };
        /** @description Which requests to run. */
        BatchRequest: {
            /** @description Id of the uploaded JSONL file of requests. */
            input_file_id: string;
            /** @description Path that every request of the file goes to, with `/v1`, for example `/v1/chat/completions`. */
            endpoint: string;
            /** @constant */
            completion_window: "24h";
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
            /** @description When to delete the files that it creates. */
            output_expires_after?: components["schemas"]["FileExpiry"];
        };
        /** @description Some of the tools. */
        ChatAllowedTools: {
            /** @description With `auto` the model may call one of them, with `required` it must. */
            mode: string;
            /** @description The tools, as they are defined. */
            tools: {
                [key: string]: unknown;
            }[];
        };
        /** @description A choice among some of the tools. */
        ChatAllowedToolsChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "allowed_tools";
            /** @description Tools that may be called. */
            allowed_tools: components["schemas"]["ChatAllowedTools"];
        };
        /** @description Sources of the text. */
        ChatAnnotations: {
            /** @description Kind of source. */
            type: string;
            /** @description A page on the web. */
            url_citation?: {
                /** @description Address of the page. */
                url: string;
                /** @description Title of the page. */
                title?: string;
                /** @description First character that the source supports. */
                start_index?: number;
                /** @description Last character that the source supports. */
                end_index?: number;
            };
        }[] | null;
        /** @description The spoken answer. */
        ChatAudio: {
            /** @description Id of the audio, for use in a later turn. */
            id: string;
            /** @description The audio as base64. */
            data: string;
            /** @description The transcript of the audio. */
            transcript: string;
            /** @description When it expires, Unix time in seconds. */
            expires_at: number;
        } | null;
        /** @description The model's answer. */
        ChatCompletion: {
            /** @description Id of the completion. */
            id: string;
            /** @constant */
            object?: "chat.completion";
            /** @description Time of creation, Unix time in seconds. */
            created: number;
            /** @description Model that answered. */
            model: string;
            /** @description The generated answers, `n` of them. */
            choices: {
                /** @description Position of the answer, from 0. */
                index: number;
                /** @description The answer. */
                message: components["schemas"]["ChatCompletionMessage"];
                /** @description Why it ended: `stop` at a natural end or a stop sequence, `length` at the limit, `tool_calls` to call tools, `content_filter` if it was cut off. Null while it continues. */
                finish_reason: string | null;
                /** @description Log probabilities of the output tokens. */
                logprobs?: {
                    /** @description Log probabilities of the content tokens. */
                    content?: components["schemas"]["TokenLogprob"][] | null;
                    /** @description Log probabilities of the refusal tokens. */
                    refusal?: components["schemas"]["TokenLogprob"][] | null;
                } | null;
            }[];
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["CompletionUsage"] | null;
            /** @description How fast, and at which price, the provider should serve the call. The answer says which tier was used. */
            service_tier?: components["schemas"]["ServiceTier"];
            /**
             * @deprecated
             * @description Version of the provider's setup.
             */
            system_fingerprint?: string | null;
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Findings of the moderation check. */
            moderation?: components["schemas"]["ChatCompletionModeration"] | null;
        };
        /** @description A piece of an answer. All pieces share `id`, `created` and `model`. */
        ChatCompletionChunk: {
            /** @description Id of the completion, the same in every chunk. */
            id: string;
            /** @constant */
            object?: "chat.completion.chunk";
            /** @description Time of creation, Unix time in seconds. */
            created: number;
            /** @description Model that answers. */
            model: string;
            /** @description The pieces, one for each answer that continues. Empty in the chunk with the totals. */
            choices: {
                /** @description Position of the answer that this piece belongs to. */
                index: number;
                /** @description What is added to the message. */
                delta: components["schemas"]["ChatCompletionDelta"];
                /** @description Why it ended: `stop` at a natural end or a stop sequence, `length` at the limit, `tool_calls` to call tools, `content_filter` if it was cut off. Null while it continues. */
                finish_reason?: string | null;
                /** @description Log probabilities of the output tokens. */
                logprobs?: {
                    /** @description Log probabilities of the content tokens. */
                    content?: components["schemas"]["TokenLogprob"][] | null;
                    /** @description Log probabilities of the refusal tokens. */
                    refusal?: components["schemas"]["TokenLogprob"][] | null;
                } | null;
            }[];
            /** @description Totals, in the last chunk before `[DONE]` if `include_usage` is set; null before. */
            usage?: components["schemas"]["CompletionUsage"] | null;
            /** @description How fast, and at which price, the provider should serve the call. The answer says which tier was used. */
            service_tier?: components["schemas"]["ServiceTier"];
            /**
             * @deprecated
             * @description Version of the provider's setup.
             */
            system_fingerprint?: string | null;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
            /** @description Findings of the moderation check. */
            moderation?: components["schemas"]["ChatCompletionModeration"] | null;
        };
        /** @description A deleted completion. */
        ChatCompletionDeleted: {
            /** @constant */
            object: "chat.completion.deleted";
            /** @description Id of the deleted completion. */
            id: string;
            /** @description Whether it was deleted. */
            deleted: boolean;
        };
        /** @description What a chunk adds to the message. */
        ChatCompletionDelta: {
            /** @description Role of the author; in the first piece only. */
            role?: string | null;
            /** @description Next piece of the text. */
            content?: string | null;
            /** @description Next piece of the refusal. */
            refusal?: string | null;
            /** @description Pieces of tool calls. */
            tool_calls?: components["schemas"]["ChatToolCallDelta"][] | null;
            /** @description A call of a function, in the legacy form. */
            function_call?: {
                /** @description Name of the function. */
                name?: string | null;
                /** @description Next piece of the arguments. */
                arguments?: string | null;
            } | null;
            /** @description Next piece of the audio, or its metadata. */
            audio?: {
                /** @description Id of the audio, for use in a later turn. */
                id?: string;
                /** @description Bytes as base64. */
                data?: string;
                /** @description Next piece of the transcript. */
                transcript?: string;
                /** @description When the id expires, Unix time in seconds. */
                expires_at?: number;
            } | null;
        };
        /** @description A page of stored completions. */
        ChatCompletionList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["ChatCompletion"][];
            /** @description Id of the first entry of the page. */
            first_id: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
        };
        /** @description The message that the model generated. */
        ChatCompletionMessage: {
            /** @constant */
            role: "assistant";
            /** @description The text; null with tool calls or a refusal. */
            content?: string | null;
            /** @description What the model said when it declined. */
            refusal?: string | null;
            /** @description Tool calls that the model requests. */
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            /** @description Sources of the text. */
            annotations?: components["schemas"]["ChatAnnotations"];
            /** @description The spoken answer. */
            audio?: components["schemas"]["ChatAudio"];
            /** @description A call of a function, in the legacy form. */
            function_call?: components["schemas"]["LegacyFunctionCall"];
        };
        /** @description A page of messages. */
        ChatCompletionMessageList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["StoredChatMessage"][];
            /** @description Id of the first entry of the page. */
            first_id: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
        };
        /** @description What the check found. */
        ChatCompletionModeration: {
            /** @description What was found in the input. */
            input: components["schemas"]["ChatCompletionModerationResults"] | components["schemas"]["InlineModerationError"];
            /** @description What was found in the output. */
            output: components["schemas"]["ChatCompletionModerationResults"] | components["schemas"]["InlineModerationError"];
        };
        /** @description Findings of the check. */
        ChatCompletionModerationResults: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "moderation_results";
            /** @description Model that checked. */
            model: string;
            /** @description The findings. */
            results: components["schemas"]["InlineModerationResult"][];
        };
        /** @description Messages, and how to answer them. Unknown fields are passed to the provider unchanged. */
        ChatCompletionRequest: {
            /** @description Id of the model. Any model that this key may call, whichever wire format it speaks. */
            model: string;
            /** @description The conversation so far, oldest first. */
            messages: components["schemas"]["ChatMessage"][];
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Number of most likely alternatives to return for each token. Most models accept 0 to 20. */
            top_logprobs?: number | null;
            /**
             * @description Randomness of the answer: low values are more predictable, high ones more varied. Most models accept 0 to 2. Set this or `top_p`, not both.
             * @default 1
             */
            temperature?: number | null;
            /**
             * @description Choose only among the most likely tokens that together have this probability, 0 to 1.
             * @default 1
             */
            top_p?: number | null;
            /**
             * @deprecated
             * @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`.
             */
            user?: string | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
            /** @description Groups requests that share a prefix, so that the provider finds it in its cache. */
            prompt_cache_key?: string | null;
            /**
             * @deprecated
             * @description How long the prompt prefix may be cached. Newer clients set `prompt_cache_options`.
             */
            prompt_cache_retention?: string | null;
            /** @description How the provider caches the prefix of the request. Cached tokens are charged at their own price. */
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            /** @description How fast, and at which price, the provider should serve the call. The answer says which tier was used. */
            service_tier?: components["schemas"]["ServiceTier"];
            /** @description Output types. Audio also needs `audio`. */
            modalities?: components["schemas"]["OutputModalities"];
            /** @description How detailed the answer should be. */
            verbosity?: components["schemas"]["Verbosity"];
            /** @description How long to think before answering. Thinking is charged as output. */
            reasoning_effort?: components["schemas"]["ReasoningEffort"];
            /** @description Maximum number of output tokens, including reasoning. It also limits the cost of the call. */
            max_completion_tokens?: number | null;
            /**
             * @description From -2 to 2. Above 0 makes repetition less likely the more often a token has occurred.
             * @default 0
             */
            frequency_penalty?: number | null;
            /**
             * @description From -2 to 2. Above 0 makes new topics more likely.
             * @default 0
             */
            presence_penalty?: number | null;
            /** @description Search the web before answering. */
            web_search_options?: {
                /** @description Approximate location of the user. */
                user_location?: {
                    /** @constant */
                    type: "approximate";
                    approximate?: components["schemas"]["WebSearchLocation"];
                } | null;
                /**
                 * @description How much of the pages found to read.
                 * @default medium
                 */
                search_context_size?: string;
            };
            /** @description Format of the answer: plain text, any JSON, or JSON that follows a schema. Ask for JSON in the messages as well. */
            response_format?: components["schemas"]["ChatResponseFormat"] | null;
            /** @description Voice and format of spoken answers. */
            audio?: {
                /** @description The voice: one of the provider's by its name, or your own by its id. */
                voice: components["schemas"]["VoiceChoice"];
                /** @description Audio file format. */
                format: string;
            } | null;
            /**
             * @description Store the completion, so that it can be listed and read later. The request may then have up to 10,000 messages.
             * @default false
             */
            store?: boolean | null;
            /** @description Check input and output for harmful content in the same call. */
            moderation?: components["schemas"]["InlineModerationRequest"] | null;
            /**
             * @description Stream the answer in chunks as it is generated. The last frame is `data: [DONE]`; a stream without it is broken.
             * @default false
             */
            stream?: boolean | null;
            /** @description Texts that end the answer; they are not part of it. */
            stop?: components["schemas"]["StopSequences"];
            /** @description Changes the likelihood of tokens: token id to a number from -100 to 100. */
            logit_bias?: {
                [key: string]: number;
            } | null;
            /**
             * @description Return log probabilities of the output tokens. Some providers expect a number instead.
             * @default false
             */
            logprobs?: boolean | number | null;
            /**
             * @deprecated
             * @description Maximum number of output tokens. Use `max_completion_tokens` in new programs.
             */
            max_tokens?: number | null;
            /**
             * @description How many answers to generate, 1 to 128. All of them are charged.
             * @default 1
             */
            n?: number | null;
            /** @description Text that much of the answer will repeat, for a faster answer. */
            prediction?: components["schemas"]["PredictedOutput"] | null;
            /**
             * @deprecated
             * @description Try to give the same answer to the same request. Not guaranteed.
             */
            seed?: number | null;
            /** @description Settings of the stream. Only with `stream: true`. */
            stream_options?: components["schemas"]["ChatStreamOptions"];
            /** @description Tools that the model may call. */
            tools?: components["schemas"]["ChatTool"][] | null;
            /** @description Whether to call a tool, and which. */
            tool_choice?: components["schemas"]["ChatToolChoice"] | null;
            /**
             * @description Whether several tools may be called in one turn.
             * @default true
             */
            parallel_tool_calls?: boolean | null;
            /**
             * @deprecated
             * @description Whether to call a function, and which, in the legacy form.
             */
            function_call?: string | components["schemas"]["LegacyFunctionChoice"];
            /**
             * @deprecated
             * @description Functions that the model may call, in the legacy form.
             */
            functions?: components["schemas"]["LegacyFunction"][];
        };
        /** @description New metadata. */
        ChatCompletionUpdate: {
            /** @description Up to 16 text pairs of your own. */
            metadata: components["schemas"]["Metadata"];
        };
        /** @description A tool that takes free text. */
        ChatCustomTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            /** @description The tool. */
            custom: {
                /** @description Name of the tool. */
                name: string;
                /** @description What the tool does. The model reads it. */
                description?: string;
                /** @description What the free text looks like. Default: any text. */
                format?: {
                    /** @description `text` for any text, `grammar` for text that follows a grammar. */
                    type: string;
                    /** @description The grammar that the input must follow. */
                    grammar?: {
                        /** @description The grammar. */
                        definition: string;
                        /** @description Kind of grammar. */
                        syntax: string;
                    };
                };
            };
        };
        /** @description A call of a custom tool. */
        ChatCustomToolCall: {
            /** @description Id of the call. The tool message that answers it names it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            /** @description The tool. */
            custom: {
                /** @description Name of the tool. */
                name: string;
                /** @description Input of the tool, as free text. */
                input: string;
            };
        };
        /** @description Call this custom tool. */
        ChatCustomToolChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            /** @description The tool. */
            custom: {
                /** @description Name of the tool. */
                name: string;
            };
        };
        /** @description Call this function. */
        ChatFunctionChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            /** @description The function. */
            function: {
                /** @description Name of the function. */
                name: string;
            };
        };
        /** @description A function with JSON arguments. */
        ChatFunctionTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            /** @description The function. */
            function: components["schemas"]["FunctionDefinition"];
        };
        /** @description A call of a function. */
        ChatFunctionToolCall: {
            /** @description Id of the call. The tool message that answers it names it. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            /** @description The function. */
            function: {
                /** @description Name of the function. */
                name: string;
                /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
                arguments: string;
            };
        };
        /** @description A call of a function, sent back. */
        ChatFunctionToolCallInput: {
            /** @description Id of the call. Most providers require it. */
            id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            /** @description The function. */
            function: {
                /** @description Name of the function. */
                name: string;
                /** @description The arguments, as JSON in a string. Some providers take the object itself. */
                arguments?: string | {
                    [key: string]: unknown;
                } | null;
            };
        };
        /** @description JSON that follows a schema. */
        ChatJsonSchemaFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json_schema";
            /** @description Name and schema of the text. Some providers accept `schema` next to `type` instead. */
            json_schema?: {
                /** @description What the text is for. The model reads it. */
                description?: string | null;
                /** @description Name of the format. Some providers require it. */
                name?: string;
                /** @description JSON Schema that the text must follow. */
                schema?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Require the model to follow the schema exactly.
                 * @default false
                 */
                strict?: boolean | null;
            };
        };
        /** @description One message of the kind that `role` names. Unknown roles are passed to the provider. */
        ChatMessage: components["schemas"]["DeveloperMessage"] | components["schemas"]["SystemMessage"] | components["schemas"]["UserMessage"] | components["schemas"]["AssistantMessage"] | components["schemas"]["ToolMessage"] | components["schemas"]["FunctionMessage"];
        /** @description Format of the answer. */
        ChatResponseFormat: components["schemas"]["PlainTextFormat"] | components["schemas"]["ChatJsonSchemaFormat"] | components["schemas"]["JsonObjectFormat"];
        /** @description Settings of the stream. */
        ChatStreamOptions: {
            /** @description Send the totals in a last chunk without choices. The gateway always counts; this only decides whether you see it. */
            include_usage?: boolean;
            /** @description Pad the chunks of the stream, so that their lengths reveal nothing. */
            include_obfuscation?: boolean;
        } | null;
        /** @description A tool that the model may call. */
        ChatTool: components["schemas"]["ChatFunctionTool"] | components["schemas"]["ChatCustomTool"];
        /** @description A tool call that the model requests. */
        ChatToolCall: components["schemas"]["ChatFunctionToolCall"] | components["schemas"]["ChatCustomToolCall"];
        /** @description A piece of a call. */
        ChatToolCallDelta: {
            /** @description Position of the call in `tool_calls`. Pieces with the same position belong together. */
            index: number;
            /** @description Id of the call; in its first piece only. */
            id?: string | null;
            /** @description Kind of the call; in its first piece only. */
            type?: string | null;
            /** @description The function. */
            function?: {
                /** @description Name of the function; in the first piece only. */
                name?: string | null;
                /** @description Next piece of the arguments. Valid JSON only when all pieces are joined. */
                arguments?: string | null;
            };
            /** @description A call of a custom tool. */
            custom?: {
                /** @description Name of the tool; in the first piece only. */
                name?: string | null;
                /** @description Next piece of the tool's input. */
                input?: string | null;
            } | null;
        };
        /** @description A tool call that a model requested, sent back. */
        ChatToolCallInput: components["schemas"]["ChatFunctionToolCallInput"] | components["schemas"]["ChatCustomToolCall"];
        /** @description `none` calls no tool, `auto` lets the model choose, `required` calls at least one tool. An object selects one particular tool. */
        ChatToolChoice: string | components["schemas"]["ChatToolChoiceObject"];
        /** @description A particular tool, or a choice among some. */
        ChatToolChoiceObject: components["schemas"]["ChatFunctionChoice"] | components["schemas"]["ChatCustomToolChoice"] | components["schemas"]["ChatAllowedToolsChoice"];
        /** @description A click. */
        ClickAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "click";
            /** @description Which button. */
            button: string;
            /** @description Horizontal position in pixels, from the left. */
            x: number;
            /** @description Vertical position in pixels, from the top. */
            y: number;
            /** @description Keys held down. */
            keys?: string[] | null;
        };
        ClientSecret: {
            /** @description The secret. It begins with `ek_`. */
            value: string;
            /** @description Unix time in seconds after which it no longer opens sessions. */
            expires_at: number;
            /** @description The settings that the secret gives to each session that it opens. */
            session: {
                /** @description Id of these settings. Each session has its own. */
                id: string;
                object: string;
                /** @description Kind of session. */
                type: string;
                /** @description Model of the sessions. */
                model?: string;
            } & {
                [key: string]: unknown;
            };
        };
        ClientSecretRequest: {
            expires_after?: components["schemas"]["ExpiresAfter"];
            session?: components["schemas"]["SessionSettings"];
        };
        /** @description A program that the provider ran. */
        CodeInterpreterCall: {
            /** @constant */
            type: "code_interpreter_call";
            /** @description Id. */
            id: string;
            /** @description Status of the item. */
            status: string;
        } & (components["schemas"]["CodeInterpreterCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter_call";
        });
        /** @description A program that the provider ran, sent back by the client. Stateless clients may omit its id. */
        CodeInterpreterCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter_call";
            /** @description Id. */
            id?: string | null;
            /** @description Status of the item. */
            status?: string | null;
            /** @description Id of the container. */
            container_id?: string | null;
            /** @description The program. */
            code: string | null;
            /** @description Its output. */
            outputs?: components["schemas"]["CodeInterpreterOutput"][] | null;
        };
        /** @description Run a program. */
        CodeInterpreterChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter";
        };
        /** @description The next piece of a program. */
        CodeInterpreterCodeDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call_code.delta";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Next piece of the program. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description A program is complete. */
        CodeInterpreterCodeDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call_code.done";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description The whole program. */
            code: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A program has ended. */
        CodeInterpreterCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call.completed";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A container to create. */
        CodeInterpreterContainer: {
            /** @constant */
            type: "auto";
            /** @description Files to put into the container, up to 50. */
            file_ids?: string[];
            /** @description Memory of the container. */
            memory_limit?: string | null;
            /** @description What the container may access on the network. */
            network_policy?: components["schemas"]["ContainerNetworkPolicy"];
        };
        /** @description A program begins. */
        CodeInterpreterInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call.in_progress";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A program is running. */
        CodeInterpreterInterpretingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call.interpreting";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Output of the program. */
        CodeInterpreterOutput: components["schemas"]["CodeInterpreterOutputLogs"] | components["schemas"]["CodeInterpreterOutputImage"];
        /** @description An image that the program created. */
        CodeInterpreterOutputImage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image";
            /** @description Address of the image. */
            url: string;
            /** @description Id of the file with the image. */
            file_id?: string | null;
        };
        /** @description What the program wrote. */
        CodeInterpreterOutputLogs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "logs";
            /** @description What it wrote. */
            logs: string;
        };
        /** @description Lets the model run programs at the provider. */
        CodeInterpreterTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter";
            /** @description Container to run in: its id, or how to create one. */
            container?: string | components["schemas"]["CodeInterpreterContainer"];
            /** @description Who may call it. */
            allowed_callers?: string[] | null;
        };
        /** @description Items after shortening. */
        CompactedResponse: {
            /** @description Id of the compaction. */
            id: string;
            /** @constant */
            object: "response.compaction";
            /** @description The shortened items: send them as the next input, unchanged. */
            output: components["schemas"]["Item"][];
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Tokens used, which determine the charge. */
            usage: components["schemas"]["ResponseUsage"];
            /** @description Image settings that applied. */
            image?: components["schemas"]["ImageSettings"];
        };
        /** @description A compaction is in progress. */
        CompactionCompactingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.compaction.compacting";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A compaction to continue from. */
        CompactionInput: {
            /** @description Id. */
            id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction";
            /** @description Content that only the provider can read. Send it back unchanged. */
            encrypted_content: string;
        };
        /** @description The compacted form of earlier items. */
        CompactionItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction";
            /** @description Id. */
            id: string;
            /** @description Content that only the provider can read. Send it back unchanged. */
            encrypted_content: string;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description Items to shorten. */
        CompactionRequest: {
            /** @description Id of the model that compacts. */
            model: string | null;
            /** @description A text, or items, to shorten. */
            input?: string | components["schemas"]["InputItem"][] | null;
            /** @description Id of a stored response to build on, whichever provider answered it. Not together with `conversation`. */
            previous_response_id?: string | null;
            /** @description Instructions that precede all input. */
            instructions?: string | null;
            /** @description Groups requests that share a prefix, so that the provider finds it in its cache. */
            prompt_cache_key?: string | null;
            /**
             * @deprecated
             * @description How long the prompt prefix may be cached. Newer clients set `prompt_cache_options`.
             */
            prompt_cache_retention?: string | null;
            /** @description How the provider caches the prefix of the request. Cached tokens are charged at their own price. */
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            /** @description How fast, and at which price, the provider should serve the call. */
            service_tier?: string | null;
            /** @description Image settings of this request. */
            image?: components["schemas"]["ImageSettings"];
        };
        /** @description Requests compaction at this point. */
        CompactionTrigger: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction_trigger";
            /** @description Id. */
            id?: string | null;
        };
        /** @description Compares one attribute. */
        ComparisonFilter: {
            /**
             * @description Comparison: `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in` or `nin`.
             * @default eq
             */
            type: string;
            /** @description Attribute to compare. */
            key: string;
            /** @description Value to compare with. */
            value: string | number | boolean | (string | number)[];
        };
        /** @description Continuations; in a stream, the next piece of them. */
        Completion: {
            /** @description Id of the completion. */
            id: string;
            /** @constant */
            object: "text_completion";
            /** @description Time of creation, Unix time in seconds. */
            created: number;
            /** @description Model that answered. */
            model: string;
            /** @description The continuations. */
            choices: {
                /** @description Position of the continuation, from 0. */
                index: number;
                /** @description The continuation. */
                text: string;
                /** @description Why it ended: `stop` at a natural end or a stop sequence, `length` at the limit, `tool_calls` to call tools, `content_filter` if it was cut off. Null while it continues. */
                finish_reason: string | null;
                /** @description Log probabilities of the output tokens. */
                logprobs?: {
                    /** @description The tokens. */
                    tokens?: string[];
                    /** @description Log probability of each token. */
                    token_logprobs?: (number | null)[];
                    /** @description The most likely tokens at each position. */
                    top_logprobs?: ({
                        [key: string]: number;
                    } | null)[] | null;
                    /** @description Offset at which each token begins. */
                    text_offset?: number[];
                } | null;
            }[];
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["CompletionUsage"] | null;
            /** @description Version of the provider's setup. */
            system_fingerprint?: string | null;
        };
        /** @description A prompt, and how to continue it. */
        CompletionRequest: {
            /** @description Id of the model. */
            model: string;
            /** @description The prompt: a text, a list of texts, token ids, or lists of token ids. */
            prompt: string | string[] | number[] | number[][] | null;
            /**
             * @description Generate this many and return the `n` most likely. All of them are charged.
             * @default 1
             */
            best_of?: number | null;
            /**
             * @description Return the prompt before the continuation.
             * @default false
             */
            echo?: boolean | null;
            /**
             * @description From -2 to 2. Above 0 makes repetition less likely the more often a token has occurred.
             * @default 0
             */
            frequency_penalty?: number | null;
            /** @description Changes the likelihood of tokens: token id to a number from -100 to 100. */
            logit_bias?: {
                [key: string]: number;
            } | null;
            /** @description Return log probabilities of this many tokens at each position. Most models accept 0 to 5. */
            logprobs?: number | null;
            /**
             * @description Maximum number of output tokens; together with the prompt, at most the context window of the model.
             * @default 16
             */
            max_tokens?: number | null;
            /**
             * @description How many continuations to generate for each prompt. All of them are charged.
             * @default 1
             */
            n?: number | null;
            /**
             * @description From -2 to 2. Above 0 makes new topics more likely.
             * @default 0
             */
            presence_penalty?: number | null;
            /** @description Try to give the same answer to the same request. Not guaranteed. */
            seed?: number | null;
            /** @description Texts that end the answer; they are not part of it. */
            stop?: components["schemas"]["StopSequences"];
            /**
             * @description Stream the continuation as it is generated. The last frame is `data: [DONE]`.
             * @default false
             */
            stream?: boolean | null;
            /** @description Settings of the stream. Only with `stream: true`. */
            stream_options?: components["schemas"]["ChatStreamOptions"];
            /** @description Text that follows the insertion. */
            suffix?: string | null;
            /**
             * @description Randomness of the answer: low values are more predictable, high ones more varied. Most models accept 0 to 2. Set this or `top_p`, not both.
             * @default 1
             */
            temperature?: number | null;
            /**
             * @description Choose only among the most likely tokens that together have this probability, 0 to 1.
             * @default 1
             */
            top_p?: number | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string | null;
        };
        /** @description Tokens of the call. */
        CompletionUsage: {
            /** @description Input tokens, including cached ones. */
            prompt_tokens: number;
            /** @description Output tokens, including thinking. */
            completion_tokens: number;
            /** @description All tokens, input and output. */
            total_tokens: number;
            /** @description Breakdown of the input tokens. */
            prompt_tokens_details?: {
                /** @description Tokens read from the cache, included in the input tokens. */
                cached_tokens?: number | null;
                /** @description Tokens written to the cache, included in the input tokens. */
                cache_write_tokens?: number | null;
                /** @description Audio tokens. */
                audio_tokens?: number | null;
                /** @description Tokens of text. */
                text_tokens?: number | null;
                /** @description Tokens of images. */
                image_tokens?: number | null;
            } | null;
            /** @description Breakdown of the output tokens. */
            completion_tokens_details?: {
                /** @description Reasoning tokens, included in the output tokens. */
                reasoning_tokens?: number | null;
                /** @description Audio tokens. */
                audio_tokens?: number | null;
                /** @description Tokens of text. */
                text_tokens?: number | null;
                /** @description Tokens of the prediction that matched. */
                accepted_prediction_tokens?: number | null;
                /** @description Tokens of the prediction that did not match; they are charged as output. */
                rejected_prediction_tokens?: number | null;
            } | null;
        };
        /** @description Combines filters. */
        CompoundFilter: {
            /** @description `and` if all must match, `or` if one must. */
            type: string;
            /** @description The filters. */
            filters: components["schemas"]["FileFilter"][];
        };
        /** @description One action. */
        ComputerAction: components["schemas"]["ClickAction"] | components["schemas"]["DoubleClickAction"] | components["schemas"]["DragAction"] | components["schemas"]["KeyPressAction"] | components["schemas"]["MoveAction"] | components["schemas"]["ScreenshotAction"] | components["schemas"]["ScrollAction"] | components["schemas"]["TypeAction"] | components["schemas"]["WaitAction"];
        /** @description An action on a computer that the client is to perform. */
        ComputerCall: {
            /** @constant */
            type: "computer_call";
            /** @description Id. */
            id: string;
            /** @description Status of the item. */
            status: string;
        } & (components["schemas"]["ComputerCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call";
        });
        /** @description An action on a computer that the client is to perform, sent back by the client. Stateless clients may omit its id. */
        ComputerCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description What to do. */
            action?: components["schemas"]["ComputerAction"] | null;
            /** @description What to do, in order. */
            actions?: components["schemas"]["ComputerAction"][] | null;
            /** @description Checks to acknowledge before continuing. */
            pending_safety_checks: components["schemas"]["SafetyCheck"][];
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description The screen after an action. */
        ComputerCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call_output";
            /** @description Id. */
            id?: string;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Checks that the user has acknowledged. */
            acknowledged_safety_checks?: components["schemas"]["SafetyCheck"][];
            /** @description The screen. */
            output: components["schemas"]["ComputerScreenshot"];
            /** @description Status of the item. */
            status?: string;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description The screen after an action. */
        ComputerCallOutputInput: {
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call_output";
            /** @description The screen. */
            output: components["schemas"]["ComputerScreenshot"];
            /** @description Checks that the user has acknowledged. */
            acknowledged_safety_checks?: components["schemas"]["SafetyCheck"][] | null;
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Use a computer. */
        ComputerChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer";
        };
        /** @description A screenshot: its URL or its file id. */
        ComputerScreenshot: {
            /** @constant */
            type: "computer_screenshot";
            /** @description Address of the image, or a data URL with its bytes. */
            image_url?: string;
            /** @description Id of an uploaded file. */
            file_id?: string;
        };
        /** @description Lets the model use a computer. */
        ComputerTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer";
        };
        /** @description Use a computer, by its other name. */
        ComputerUseChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_use";
        };
        /** @description Use a computer, in its first form. */
        ComputerUsePreviewChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_use_preview";
        };
        /** @description Lets the model use a computer, in its first form. */
        ComputerUsePreviewTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_use_preview";
            /** @description System that is shown. */
            environment: string;
            /** @description Width of the screen in pixels. */
            display_width: number;
            /** @description Height of the screen in pixels. */
            display_height: number;
        };
        /** @description Changes settings from this point on. */
        ConfigurationUpdate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "configuration_update";
            /** @description Id. */
            id?: string | null;
            /** @description Reasoning settings from this point on. */
            reasoning?: {
                /** @description How long to think. */
                effort?: components["schemas"]["ReasoningEffort"];
            };
            /** @description Text format from this point on. */
            text?: {
                /** @description Format of the text. */
                format: components["schemas"]["TextFormat"];
            };
        };
        /** @description Changed settings from this point on. */
        ConfigurationUpdateItem: {
            /** @constant */
            type: "configuration_update";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["ConfigurationUpdate"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "configuration_update";
        });
        /** @description A container file that was cited. */
        ContainerFileCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_file_citation";
            /** @description The upstream's id of the container; it can be sent in a request. */
            container_id: string;
            /** @description The upstream's id of the file in the container. No route returns the file. */
            file_id: string;
            /** @description First character that the source supports. */
            start_index: number;
            /** @description Last character that the source supports. */
            end_index: number;
            /** @description Name of the file. */
            filename: string;
        };
        /** @description What a container may access on the network. */
        ContainerNetworkPolicy: components["schemas"]["NetworkDisabled"] | components["schemas"]["NetworkAllowlist"];
        /** @description An existing container. */
        ContainerReference: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_reference";
            /** @description Id of the container. */
            container_id: string;
        };
        /** @description A skill to put into the container. */
        ContainerSkill: components["schemas"]["SkillReference"] | components["schemas"]["InlineSkill"];
        /** @description A part of a message begins. */
        ContentPartAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.content_part.added";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description The part. */
            part: components["schemas"]["OutputContent"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A part of a message is complete. */
        ContentPartDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.content_part.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The part. */
            part: components["schemas"]["OutputContent"];
        };
        /** @description What to do if the context grows too long. */
        ContextManagement: {
            /** @description What to do; `compaction`. */
            type: string;
            /** @description Number of tokens from which to compact, at least 1,000. */
            compact_threshold?: number | null;
        };
        /** @description A conversation: items that several responses share. */
        Conversation: {
            /** @description Id of the conversation. */
            id: string;
            /** @constant */
            object: "conversation";
            /** @description Text pairs of your own. */
            metadata: components["schemas"]["Metadata"];
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
        };
        /** @description A conversation, by its id. */
        ConversationChoice: string | components["schemas"]["ConversationReference"];
        /** @description A deleted conversation. */
        ConversationDeleted: {
            /** @description Id of the deleted conversation. */
            id: string;
            /** @constant */
            object: "conversation.deleted";
            /** @description Whether it was deleted. */
            deleted: boolean;
        };
        /** @description A page of items. */
        ConversationItemList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["Item"][];
            /** @description Whether more entries follow. */
            has_more: boolean;
            /** @description Id of the first entry of the page. */
            first_id: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id: string | null;
        };
        /** @description Items to add. */
        ConversationItemsRequest: {
            /** @description Items to add, 1 to 20. */
            items: components["schemas"]["InputItem"][];
        };
        /** @description A conversation. */
        ConversationReference: {
            /** @description Id of the conversation. */
            id: string;
        };
        /** @description A conversation to create. */
        ConversationRequest: {
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
            /** @description First items, up to 20. */
            items?: components["schemas"]["InputItem"][] | null;
        };
        /** @description New metadata. */
        ConversationUpdate: {
            /** @description Up to 16 text pairs of your own. */
            metadata: components["schemas"]["Metadata"];
        };
        /** @description Create a file. */
        CreateFileOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "create_file";
            /** @description Path of the file. */
            path: string;
            /** @description The change, as a diff. */
            diff: string;
        };
        /** @description Text that follows a grammar. */
        CustomGrammarFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "grammar";
            /** @description Kind of grammar. */
            syntax: string;
            /** @description The grammar. */
            definition: string;
        };
        /** @description Any text. */
        CustomTextFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
        };
        /** @description A tool of your own that takes free text. */
        CustomTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            /** @description Name of the tool. */
            name: string;
            /** @description What the tool does. The model reads it. */
            description?: string;
            /** @description What the free text looks like. Default: any text. */
            format?: components["schemas"]["CustomToolFormat"];
            /** @description Whether the model may continue without waiting for the output. */
            async?: boolean | null;
            /** @description Show it to the model only when a tool search finds it. */
            defer_loading?: boolean;
            /** @description Who may call it. */
            allowed_callers?: string[] | null;
        };
        /** @description A call of a custom tool. */
        CustomToolCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom_tool_call";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Name of the tool. */
            name: string;
            /** @description Input of the tool. */
            input: string;
            /** @description Namespace of the tool. */
            namespace?: string | null;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status?: string | null;
            /** @description Whether the model continues without waiting for the output. */
            async?: boolean | null;
            /** @description Author of the item. */
            created_by?: string | null;
        };
        /** @description Result of a custom tool. */
        CustomToolCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom_tool_call_output";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Result of the tool: text, or parts of text, images and files. */
            output: string | components["schemas"]["InputContent"][];
            /** @description Status of the item. */
            status?: string | null;
            /** @description Author of the item. */
            created_by?: string | null;
        };
        /** @description Call this custom tool. */
        CustomToolChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            /** @description Name of the tool. */
            name: string;
        };
        /** @description What the free text looks like. */
        CustomToolFormat: components["schemas"]["CustomTextFormat"] | components["schemas"]["CustomGrammarFormat"];
        /** @description The next piece of a custom tool's input. */
        CustomToolInputDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.custom_tool_call_input.delta";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Next piece of the input. */
            delta: string;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description A custom tool's input is complete. */
        CustomToolInputDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.custom_tool_call_input.done";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description The whole input. */
            input: string;
        };
        /** @description Delete a file. */
        DeleteFileOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delete_file";
            /** @description Path of the file. */
            path: string;
        };
        /** @description A token and its likelihood. */
        DeltaLogprob: {
            /** @description The token. */
            token: string;
            /** @description Natural logarithm of its probability. */
            logprob: number;
            /** @description The most likely tokens at this position. */
            top_logprobs?: {
                /** @description The token. */
                token?: string;
                /** @description Natural logarithm of its probability. */
                logprob?: number;
            }[];
        };
        /** @description Instructions from the developer. They take priority over the user's. */
        DeveloperMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "developer";
            /** @description Instructions. */
            content: string | components["schemas"]["InstructionContentPart"][];
            /** @description Distinguishes participants with the same role. */
            name?: string | null;
        };
        /** @description The text with speakers. */
        DiarizedTranscription: {
            /** @description What was done. */
            task?: string;
            /** @description Length of the recording, in seconds. */
            duration: number;
            /** @description The whole text. */
            text: string;
            /** @description Segments of the text with their times. */
            segments: components["schemas"]["TranscriptionSegmentEvent"][];
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["TranscriptionUsage"];
        };
        /** @description The model itself. */
        DirectCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "direct";
        };
        /** @description A secret for one domain. */
        DomainSecret: {
            /** @description Domain. */
            domain: string;
            /** @description Name of the secret, as the container sees it. */
            name: string;
            /** @description The secret. */
            value: string;
        };
        /** @description A double click. */
        DoubleClickAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "double_click";
            /** @description Horizontal position in pixels, from the left. */
            x: number;
            /** @description Vertical position in pixels, from the top. */
            y: number;
            /** @description Keys held down. */
            keys?: string[] | null;
        };
        /** @description A drag. */
        DragAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "drag";
            /** @description Points to drag through. */
            path: components["schemas"]["Point"][];
            /** @description Keys held down. */
            keys?: string[] | null;
        };
        /** @description A file that a call produced. It expires after three days. */
        DriveFile: {
            /** @description Id of the drive file. */
            id: string;
            /** @constant */
            object: "drive.file";
            /** @description Size in bytes. */
            bytes: number;
            /** @description Media type of the bytes. */
            content_type: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description When it expires and returns 404, three days after creation; Unix time in seconds. */
            expires_at: number;
            /** @description SHA-256 of the bytes, in hexadecimal. */
            sha256: string;
            /** @description URL of the bytes. It requires a key of the same workspace. */
            url: string;
        };
        /** @description A message in the short form, without `type`. */
        EasyMessage: {
            /** @description Absent, because an item with a type is read as that type. */
            type?: unknown;
            /** @description Role of the author. */
            role: string;
            /** @description What is said: text, or a list of parts. */
            content: string | components["schemas"]["MessageContent"][];
            /** @description Whether a message is commentary or the final answer. */
            phase?: string | null;
        };
        /** @description The vector of one input. */
        Embedding: {
            /** @description Position of the input. */
            index: number;
            /** @description The vector: numbers, or a base64 string if requested. */
            embedding: string | number[];
            /** @constant */
            object: "embedding";
        };
        /** @description Vectors. */
        EmbeddingList: {
            /** @description The vectors, in the order of the inputs. */
            data: components["schemas"]["Embedding"][];
            /** @description Model that generated the vectors. */
            model: string;
            /** @constant */
            object: "list";
            /** @description Tokens used, which determine the charge. */
            usage: {
                /** @description Input tokens, including cached ones. */
                prompt_tokens: number;
                /** @description All tokens, input and output. */
                total_tokens: number;
            };
        };
        /** @description What to embed. */
        EmbeddingRequest: {
            /** @description Id of the model. It determines the price of a token. */
            model: string;
            /** @description What to embed: a text, a list of texts, token ids, lists of token ids, or parts of other types that a model embeds. Most models accept up to 2,048. */
            input: string | string[] | number[] | number[][] | {
                [key: string]: unknown;
            }[];
            /**
             * @description `float` for lists of numbers, `base64` for little-endian 32-bit floats in a string, or another format that the model's provider supports.
             * @default float
             */
            encoding_format?: string | null;
            /** @description Length of the vectors, if the model can shorten them. */
            dimensions?: number | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string | null;
        };
        /** @description What went wrong. */
        Error: {
            /** @description What happened, why, and what to do. For upstream errors, the sanitised message of the upstream. */
            message: string;
            /** @description Type of the error, which depends on the status: `invalid_request_error`, `authentication_error`, `permission_error`, `timeout_error`, `rate_limit_error` or `server_error`. */
            type: string;
            /** @description What in the request caused it, if it is one thing: a field of the body, a parameter, or a header by its name. For an upstream's error, only if it is a field of the body that you sent. */
            param: string | null;
            /** @description Name of the error that programs can rely on, one of a closed list: `/errors` on a running gateway explains each. For an upstream's error (`x-diglot-error-source: upstream`), it is derived from what the upstream sent, or `upstream_error` if that gives no reason on the list. `invalid_api_key` always refers to your own key. */
            code: string | null;
        };
        /** @description An error. It has the same shape for every status. */
        ErrorResponse: {
            /** @description The error. */
            error: components["schemas"]["Error"];
        };
        /** @description When the secret expires. */
        ExpiresAfter: {
            /** @description Time from which the seconds are counted. */
            anchor?: string;
            /**
             * @description Seconds for which the secret is valid, from 10 to 7,200.
             * @default 600
             */
            seconds?: number;
        };
        /** @description The record of a file. */
        File: {
            /** @description Id of the file. */
            id: string;
            /** @constant */
            object: "file";
            /** @description Size in bytes. */
            bytes: number;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description When it expires, Unix time in seconds. */
            expires_at?: number | null;
            /** @description Name of the file. */
            filename: string;
            /** @description What the file is for. */
            purpose: string;
            /**
             * @deprecated
             * @description State at the provider: `uploaded`, `processed` or `error`.
             */
            status: string;
            /**
             * @deprecated
             * @description Why it failed.
             */
            status_details?: string | null;
        };
        /** @description Attributes of a file, up to 16. */
        FileAttributes: {
            [key: string]: string | number | boolean;
        } | null;
        /** @description A file that was cited. */
        FileCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_citation";
            /** @description Id of an uploaded file. */
            file_id: string;
            /** @description Character at which the file is cited. */
            index: number;
            /** @description Name of the file. */
            filename: string;
        };
        /** @description A deleted file. */
        FileDeleted: {
            /** @description Id of the deleted file. */
            id: string;
            /** @constant */
            object: "file";
            /** @description Whether it was deleted. */
            deleted: boolean;
        };
        /** @description When a file expires. */
        FileExpiry: {
            /** @constant */
            anchor: "created_at";
            /** @description Seconds after the anchor, 3,600 to 2,592,000. */
            seconds: number;
        };
        /** @description Which files to look through. */
        FileFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["CompoundFilter"];
        /** @description A file to upload. */
        FileForm: {
            /**
             * Format: binary
             * @description The file, up to 512 MiB.
             */
            file: string;
            /** @description What the file is for. */
            purpose: string;
            /** @description When to delete the file. */
            expires_after?: components["schemas"]["FileExpiry"];
        };
        /** @description A page of files. */
        FileList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["File"][];
            /** @description Id of the first entry of the page. */
            first_id: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
        };
        /** @description A file. */
        FilePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            /** @description The file: its bytes or its id. Some providers accept `file_id` next to `type` instead. */
            file?: {
                /** @description Name of the file. */
                filename?: string;
                /** @description The bytes as base64, or a data URL. */
                file_data?: string;
                /** @description Id of an uploaded file. */
                file_id?: string;
            };
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        /** @description A file that was created. */
        FilePath: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_path";
            /** @description Id of an uploaded file. */
            file_id: string;
            /** @description Character at which the file is named. */
            index: number;
        };
        /** @description A file search. */
        FileSearchCall: {
            /** @constant */
            type: "file_search_call";
            /** @description Id. */
            id: string;
            /** @description Status of the item. */
            status: string;
        } & (components["schemas"]["FileSearchCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search_call";
        });
        /** @description A file search, sent back by the client. Stateless clients may omit its id. */
        FileSearchCallInput: {
            /** @description Id. */
            id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search_call";
            /** @description Status of the item. */
            status?: string | null;
            /** @description What was searched for. */
            queries: string[];
            /** @description What was found; only if requested. */
            results?: {
                /** @description Id of an uploaded file. */
                file_id?: string;
                /** @description Vector store that it was found in. */
                vector_store_id?: string | null;
                /** @description Text that was found. */
                text?: string;
                /** @description Name of the file. */
                filename?: string;
                /** @description Attributes of the file. */
                attributes?: components["schemas"]["FileAttributes"];
                /** @description Relevance score, 0 to 1. */
                score?: number;
            }[] | null;
        };
        /** @description Search through files. */
        FileSearchChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search";
        };
        /** @description A file search is complete. */
        FileSearchCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.file_search_call.completed";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A file search begins. */
        FileSearchInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.file_search_call.in_progress";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Files are being searched. */
        FileSearchSearchingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.file_search_call.searching";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Lets the model search through uploaded files. */
        FileSearchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search";
            /** @description Vector stores to search. */
            vector_store_ids: string[];
            /** @description Maximum number of results. */
            max_num_results?: number;
            /** @description How to rank. */
            ranking_options?: components["schemas"]["RankingOptions"];
            /** @description Only files whose attributes match. */
            filters?: components["schemas"]["FileFilter"] | null;
        };
        /** @description Finding text in a page. */
        FindInPageAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "find_in_page";
            /** @description Address of the page. */
            url?: string | null;
            /** @description The text to find. */
            pattern?: string | null;
        };
        /** @description The next piece of a function's arguments. */
        FunctionArgumentsDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.function_call_arguments.delta";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Next piece of the arguments. Valid JSON only when all pieces are joined. */
            delta: string;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description A function's arguments are complete. */
        FunctionArgumentsDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.function_call_arguments.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Name of the function. */
            name?: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
            arguments: string;
        };
        /** @description A call of a function. */
        FunctionCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function_call";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Name of the function. */
            name: string;
            /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
            arguments: string;
            /** @description Namespace of the tool. */
            namespace?: string | null;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status?: string | null;
            /** @description Whether the model continues without waiting for the output. */
            async?: boolean | null;
            /** @description Author of the item. */
            created_by?: string | null;
        };
        /** @description Result of a function. */
        FunctionCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function_call_output";
            /** @description Id. */
            id?: string;
            /** @description Id that links a tool call to its output. */
            call_id?: string;
            /** @description Name of the function. */
            name?: string;
            /** @description Namespace of the tool. */
            namespace?: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Result of the function. */
            output: string | components["schemas"]["InputContent"][];
            /** @description Status of the item. */
            status?: string;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description Result of a function. */
        FunctionCallOutputInput: {
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function_call_output";
            /** @description Result of the function: text, or parts of text, images and files. */
            output: string | (components["schemas"]["InputText"] | components["schemas"]["InputImage"] | components["schemas"]["InputFile"])[];
            /** @description Name of the function. */
            name?: string | null;
            /** @description Namespace of the tool. */
            namespace?: string | null;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Call this function. */
        FunctionChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            /** @description Name of the function. */
            name: string;
        };
        /** @description A function. */
        FunctionDefinition: {
            /** @description What the function does. The model reads it to choose a function. */
            description?: string | null;
            /** @description Name of the function: letters, digits, `_` and `-`, up to 64. */
            name: string;
            /** @description JSON Schema of the arguments. Default: none. */
            parameters?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Require the model to follow the schema exactly.
             * @default false
             */
            strict?: boolean | null;
        };
        /** @description Result of a function, in the legacy form. */
        FunctionMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "function";
            /** @description Name of the function. */
            name: string;
            /** @description Result of the function. */
            content: string | null;
        };
        /** @description A function of your own. */
        FunctionTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            /** @description Name of the function: letters, digits, `_` and `-`. */
            name: string;
            /** @description What the function does. The model reads it to choose a function. */
            description?: string | null;
            /** @description JSON Schema of the arguments. */
            parameters?: {
                [key: string]: unknown;
            } | null;
            /** @description Require the model to follow the schema exactly. */
            strict?: boolean | null;
            /** @description JSON Schema of the result. */
            output_schema?: {
                [key: string]: unknown;
            } | null;
            /** @description Whether the model may continue without waiting for the output. */
            async?: boolean | null;
            /** @description Show it to the model only when a tool search finds it. */
            defer_loading?: boolean | null;
            /** @description Who may call it. */
            allowed_callers?: string[] | null;
        };
        /** @description Weights of meaning and keywords. */
        HybridSearchWeights: {
            /** @description Weight of meaning. */
            embedding_weight: number;
            /** @description Weight of keywords. */
            text_weight: number;
        };
        /** @description One image: its bytes or its URL. */
        Image: {
            /** @description The bytes as base64. */
            b64_json?: string | null;
            /** @description URL in the drive, which expires after three days. A download needs an API key of the workspace, so a browser or a page cannot show it without one. */
            url?: string | null;
            /** @description The prompt as the model rewrote it. */
            revised_prompt?: string | null;
        };
        /** @description An image by its URL. */
        ImageAddress: {
            /** @description Address of the image, or a data URL with its bytes. */
            url: string;
            /**
             * @description How closely to look: `low` is cheap, `high` sees more and costs more tokens.
             * @default auto
             */
            detail?: string | null;
        };
        /** @description The finished image. */
        ImageCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation.completed";
            /** @description The bytes as base64. */
            b64_json: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Width and height in pixels. */
            size: string;
            /** @description Quality of the image. Higher costs more. */
            quality: string;
            /** @description Background of the image. */
            background: string;
            /** @description File format of the image. */
            output_format: string;
            /** @description Tokens used, which determine the charge. */
            usage: components["schemas"]["ImageUsage"];
            /** @description Stable id of your end user, as sent. */
            safety_identifier?: string | null;
        };
        /** @description The finished edited image. */
        ImageEditCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_edit.completed";
            /** @description The bytes as base64. */
            b64_json: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Width and height in pixels. */
            size: string;
            /** @description Quality of the image. Higher costs more. */
            quality: string;
            /** @description Background of the image. */
            background: string;
            /** @description File format of the image. */
            output_format: string;
            /** @description Tokens used, which determine the charge. */
            usage: components["schemas"]["ImageUsage"];
            /** @description Stable id of your end user, as sent. */
            safety_identifier?: string | null;
        };
        /** @description An event of an edit; `type` says which kind. */
        ImageEditEvent: components["schemas"]["ImageEditPartialEvent"] | components["schemas"]["ImageEditCompletedEvent"];
        /** @description What to change, with the images themselves. */
        ImageEditForm: {
            /** @description Image to edit; send several as repeated fields. */
            image?: string | string[];
            /** @description Images to edit, up to 16, one field each. Send this or `image`. */
            "image[]"?: string[];
            /** @description What to change. */
            prompt: string;
            /**
             * Format: binary
             * @description Mask whose transparent areas may change; same size as the first image.
             */
            mask?: string;
            /**
             * Format: binary
             * @description Transparent drawing on top of the first image that guides the edit.
             */
            markup?: string;
            /**
             * @description Id of the model.
             * @default gpt-image-1.5
             */
            model?: string | null;
            /**
             * @description How many images to generate. All of them are charged.
             * @default 1
             */
            n?: number | null;
            /**
             * @description Width and height in pixels.
             * @default 1024x1024
             */
            size?: string | null;
            /**
             * @description Quality of the image. Higher costs more.
             * @default auto
             */
            quality?: string | null;
            /**
             * @description `url` for URLs of drive files, `b64_json` for the bytes. A stream has the bytes in either case; for `url`, its images are also stored, and `x-diglot-drive-file` has their ids.
             * @enum {string|null}
             */
            response_format?: "url" | "b64_json" | null;
            /**
             * @description File format of the image.
             * @default png
             */
            output_format?: string | null;
            /**
             * @description Compression of JPEG and WebP, 0 to 100.
             * @default 100
             */
            output_compression?: number | null;
            /**
             * @description Background of the image.
             * @default auto
             */
            background?: string | null;
            /** @description How closely to preserve the features of the input images. */
            input_fidelity?: string | null;
            /**
             * @description Stream the answer as it is generated.
             * @default false
             */
            stream?: boolean | null;
            /**
             * @description How many previews to send during generation, 0 to 3. Each costs output tokens.
             * @default 0
             */
            partial_images?: number | null;
            /** @description How much to plan before generating the image. */
            complexity?: string | null;
            /**
             * @description Number of frames of an animated GIF, 2 to 16.
             * @default 9
             */
            frame_count?: number | null;
            /**
             * @description Duration of a frame of an animated GIF, in milliseconds.
             * @default 200
             */
            frame_duration_ms?: number | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string;
        };
        /** @description A preview of the edited image. */
        ImageEditPartialEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_edit.partial_image";
            /** @description The bytes as base64. */
            b64_json: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Width and height in pixels. */
            size: string;
            /** @description Quality of the image. Higher costs more. */
            quality: string;
            /** @description Background of the image. */
            background: string;
            /** @description File format of the image. */
            output_format: string;
            /** @description Number of the preview, from 0. */
            partial_image_index: number;
        };
        /** @description What to change, with references to the images. */
        ImageEditRequest: {
            /** @description Images to edit, up to 16. */
            images?: components["schemas"]["ImageReference"][];
            /** @description What to change. */
            prompt: string;
            /** @description Mask whose transparent areas may change; same size as the first image. */
            mask?: components["schemas"]["ImageReference"];
            /**
             * @description Id of the model.
             * @default gpt-image-1.5
             */
            model?: string | null;
            /**
             * @description How many images to generate. All of them are charged.
             * @default 1
             */
            n?: number | null;
            /**
             * @description Width and height in pixels.
             * @default auto
             */
            size?: string | null;
            /**
             * @description Quality of the image. Higher costs more.
             * @default auto
             */
            quality?: string | null;
            /**
             * @description File format of the image.
             * @default png
             */
            output_format?: string | null;
            /** @description Compression of JPEG and WebP, 0 to 100. */
            output_compression?: number | null;
            /**
             * @description Background of the image.
             * @default auto
             */
            background?: string | null;
            /** @description How closely to preserve the features of the input images. */
            input_fidelity?: string | null;
            /**
             * @description How strictly to check for harmful content.
             * @default auto
             */
            moderation?: string | null;
            /**
             * @description Stream the answer as it is generated.
             * @default false
             */
            stream?: boolean | null;
            /**
             * @description How many previews to send during generation, 0 to 3. Each costs output tokens.
             * @default 0
             */
            partial_images?: number | null;
            /**
             * @description `url` for URLs of drive files, `b64_json` for the bytes. A stream has the bytes in either case; for `url`, its images are also stored, and `x-diglot-drive-file` has their ids.
             * @enum {string|null}
             */
            response_format?: "url" | "b64_json" | null;
            /** @description How much to plan before generating the image. */
            complexity?: string | null;
            /**
             * @description Number of frames of an animated GIF, 2 to 16.
             * @default 9
             */
            frame_count?: number | null;
            /**
             * @description Duration of a frame of an animated GIF, in milliseconds.
             * @default 200
             */
            frame_duration_ms?: number | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string;
        };
        /** @description An event of an image generation; `type` says which kind. */
        ImageEvent: components["schemas"]["ImagePartialEvent"] | components["schemas"]["ImageCompletedEvent"];
        /** @description A generated image. */
        ImageGenerationCall: {
            /** @constant */
            type: "image_generation_call";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["ImageGenerationCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation_call";
        });
        /** @description A generated image, sent back by the client. Stateless clients may omit its id. */
        ImageGenerationCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation_call";
            /** @description Id. */
            id?: string | null;
            /** @description Status of the item. */
            status?: string | null;
            /** @description The image as base64; null until it is done. */
            result?: string | null;
            /** @description Whether it was generated or edited. */
            action?: string | null;
            /** @description Background of the image. */
            background?: string | null;
            /** @description File format of the image. */
            output_format?: string | null;
            /** @description Quality of the image. */
            quality?: string | null;
            /** @description Width and height in pixels. */
            size?: string | null;
            /** @description The prompt as the model rewrote it. */
            revised_prompt?: string | null;
            /** @description Why it was not generated. */
            error?: components["schemas"]["ImageGenerationError"] | null;
            /** @description Tokens of the model that wrote SVG. */
            svg_usage?: components["schemas"]["SvgUsage"] | null;
        };
        /** @description Generate an image. */
        ImageGenerationChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation";
        };
        /** @description An image is complete. */
        ImageGenerationCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.completed";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Id of the output item. */
            item_id: string;
        };
        /** @description Why an image was not generated. */
        ImageGenerationError: {
            /** @description Kind of the failure. */
            type?: string;
            /** @description Name of the failure. */
            code?: string | null;
            /** @description What happened. */
            message?: string;
            /** @description Field that it is about. */
            param?: string | null;
            /** @description Findings of the moderation check. */
            moderation_details?: {
                /** @description Kinds of harm. */
                categories?: string[];
                /** @description Whether the input or the output was harmful. */
                moderation_stage?: string;
            } | null;
        };
        /** @description An image is being generated. */
        ImageGenerationGeneratingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.generating";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Image generation begins. */
        ImageGenerationInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.in_progress";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A preview of an image. */
        ImageGenerationPartialEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.partial_image";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Number of the preview, from 0. */
            partial_image_index: number;
            /** @description The preview as base64. */
            partial_image_b64: string;
            /** @description Width and height in pixels. */
            size?: string;
            /** @description Quality of the image. Higher costs more. */
            quality?: string;
            /** @description Background of the image. */
            background?: string;
            /** @description File format of the image. */
            output_format?: string;
        };
        /** @description Lets the model generate images. */
        ImageGenerationTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation";
            /**
             * @description Model that generates images.
             * @default gpt-image-1
             */
            model?: string;
            /**
             * @description Quality of the image. Higher costs more.
             * @default auto
             */
            quality?: string;
            /**
             * @description Width and height in pixels.
             * @default auto
             */
            size?: string;
            /**
             * @description File format of the image.
             * @default png
             */
            output_format?: string;
            /**
             * @description Compression of JPEG and WebP, 0 to 100.
             * @default 100
             */
            output_compression?: number;
            /**
             * @description How strictly to check for harmful content.
             * @default auto
             */
            moderation?: string;
            /**
             * @description Background of the image.
             * @default auto
             */
            background?: string;
            /** @description How closely to preserve the features of the input images. */
            input_fidelity?: string | null;
            /** @description Mask for editing. */
            input_image_mask?: {
                /** @description Address of the mask, or a data URL with its bytes. */
                image_url?: string;
                /** @description Id of the uploaded mask. */
                file_id?: string;
            };
            /**
             * @description How many previews to send during generation, 0 to 3. Each costs output tokens.
             * @default 0
             */
            partial_images?: number;
            /** @description Generate, edit, or let the model choose. */
            action?: string;
            /** @description How many images to generate. All of them are charged. */
            n?: number;
            /** @description How much to plan before generating the image. */
            complexity?: string;
            /** @description Number of frames of an animated GIF, 2 to 16. */
            frame_count?: number;
            /** @description Duration of a frame of an animated GIF, in milliseconds. */
            frame_duration_ms?: number;
            /** @description How to write SVG. */
            svg?: components["schemas"]["SvgSettings"];
        };
        /** @description Images. */
        ImageList: {
            /** @description Time of creation, Unix time in seconds. */
            created: number;
            /** @description The images. */
            data?: components["schemas"]["Image"][];
            /** @description Background of the image. */
            background?: string;
            /** @description File format of the image. */
            output_format?: string;
            /** @description Width and height in pixels. */
            size?: string;
            /** @description Quality of the image. Higher costs more. */
            quality?: string;
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["ImageUsage"];
            /** @description Tokens of the model that wrote SVG. */
            svg_usage?: components["schemas"]["SvgUsage"] | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
        };
        /** @description An image. */
        ImagePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_url";
            /** @description The image. Some providers accept only its URL. */
            image_url: string | components["schemas"]["ImageAddress"];
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        /** @description A preview. */
        ImagePartialEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation.partial_image";
            /** @description The bytes as base64. */
            b64_json: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Width and height in pixels. */
            size: string;
            /** @description Quality of the image. Higher costs more. */
            quality: string;
            /** @description Background of the image. */
            background: string;
            /** @description File format of the image. */
            output_format: string;
            /** @description Number of the preview, from 0. */
            partial_image_index: number;
        };
        /** @description An image: either its URL or its file id. */
        ImageReference: {
            /** @description Address of the image, or a data URL with its bytes. */
            image_url?: string;
            /** @description Id of an uploaded file. */
            file_id?: string;
        };
        /** @description What to generate, and how. */
        ImageRequest: {
            /** @description What to generate. */
            prompt: string;
            /**
             * @description Id of the model.
             * @default dall-e-2
             */
            model?: string | null;
            /**
             * @description How many images to generate. All of them are charged.
             * @default 1
             */
            n?: number | null;
            /**
             * @description Width and height in pixels.
             * @default auto
             */
            size?: string | null;
            /**
             * @description Quality of the image. Higher costs more.
             * @default auto
             */
            quality?: string | null;
            /**
             * @description `url` for URLs of drive files, `b64_json` for the bytes. Newer models always return bytes; the gateway then stores them and returns URLs if requested. A stream has the bytes in either case; for `url`, its images are also stored, and `x-diglot-drive-file` has their ids.
             * @default url
             * @enum {string|null}
             */
            response_format?: "url" | "b64_json" | null;
            /**
             * @description File format of the image.
             * @default png
             */
            output_format?: string | null;
            /**
             * @description Compression of JPEG and WebP, 0 to 100.
             * @default 100
             */
            output_compression?: number | null;
            /**
             * @description Background of the image.
             * @default auto
             */
            background?: string | null;
            /**
             * @description Send previews and the finished image as events.
             * @default false
             */
            stream?: boolean | null;
            /**
             * @description How many previews to send during generation, 0 to 3. Each costs output tokens.
             * @default 0
             */
            partial_images?: number | null;
            /**
             * @description How strictly to check for harmful content.
             * @default auto
             */
            moderation?: string | null;
            /**
             * @description `vivid` for dramatic images, `natural` for plainer ones.
             * @default vivid
             */
            style?: string | null;
            /** @description How much to plan before generating the image. */
            complexity?: string | null;
            /**
             * @description Number of frames of an animated GIF, 2 to 16.
             * @default 9
             */
            frame_count?: number | null;
            /**
             * @description Duration of a frame of an animated GIF, in milliseconds.
             * @default 200
             */
            frame_duration_ms?: number | null;
            /** @description SVG options, if the model supports SVG. */
            svg?: components["schemas"]["SvgSettings"] | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string;
        };
        /** @description Image settings. */
        ImageSettings: {
            /** @description Whether images of the input may be shrunk to fit. */
            context_compression?: string;
        } | null;
        /** @description Tokens by kind. */
        ImageTokenDetails: {
            /** @description Tokens of images. */
            image_tokens: number;
            /** @description Tokens of text. */
            text_tokens: number;
        };
        /** @description Tokens of the call. */
        ImageUsage: {
            /** @description Input tokens. */
            input_tokens: number;
            /** @description All tokens, input and output. */
            total_tokens: number;
            /** @description Output tokens. */
            output_tokens: number;
            /** @description Breakdown of the output tokens. */
            output_tokens_details?: components["schemas"]["ImageTokenDetails"];
            /** @description Breakdown of the input tokens. */
            input_tokens_details?: components["schemas"]["ImageTokenDetails"];
        };
        /** @description The image to vary. */
        ImageVariationForm: {
            /**
             * Format: binary
             * @description Square PNG image, up to 4 MB.
             */
            image: string;
            /**
             * @description Id of the model.
             * @default dall-e-2
             */
            model?: string | null;
            /**
             * @description How many images to generate. All of them are charged.
             * @default 1
             */
            n?: number | null;
            /**
             * @description `url` for URLs of drive files, `b64_json` for the bytes.
             * @default url
             * @enum {string|null}
             */
            response_format?: "url" | "b64_json" | null;
            /**
             * @description Width and height in pixels.
             * @default 1024x1024
             */
            size?: string | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string;
        };
        /** @description Why the check failed. */
        InlineModerationError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            /** @description Name of the failure. */
            code: string;
            /** @description What happened, why, and what to do. */
            message: string;
        };
        /** @description What to do about findings. */
        InlineModerationMode: {
            /** @description `score` reports findings, `block` refuses the call. */
            mode: string;
        };
        /** @description What to do about harmful input and output. */
        InlineModerationPolicy: {
            /** @description For the input. */
            input?: components["schemas"]["InlineModerationMode"] | null;
            /** @description For the output. */
            output?: components["schemas"]["InlineModerationMode"] | null;
        };
        /** @description A moderation check as part of the call. */
        InlineModerationRequest: {
            /** @description Model that checks. */
            model: string;
            /** @description What to check, and what to do about it. */
            policy?: components["schemas"]["InlineModerationPolicy"] | null;
        };
        /** @description One finding. */
        InlineModerationResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "moderation_result";
            /** @description Model that checked. */
            model: string;
            /** @description Whether any category was found. */
            flagged: boolean;
            /** @description Which categories were found. */
            categories: {
                [key: string]: boolean;
            };
            /** @description Score of each category, 0 to 1. */
            category_scores: {
                [key: string]: number;
            };
            /** @description Which kinds of input each score rests on. */
            category_applied_input_types: {
                [key: string]: string[];
            };
        };
        /** @description A skill in the request. */
        InlineSkill: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inline";
            /** @description Name of the skill. */
            name: string;
            /** @description What the skill is for. The model reads it. */
            description: string;
            /** @description The packed skill. */
            source: components["schemas"]["InlineSkillSource"];
        };
        /** @description A packed skill. */
        InlineSkillSource: {
            /** @constant */
            type: "base64";
            /**
             * @description Media type.
             * @default application/zip
             */
            media_type: string;
            /** @description The zip file as base64. */
            data: string;
        };
        /** @description A part of input. */
        InputContent: components["schemas"]["InputText"] | components["schemas"]["InputImage"] | components["schemas"]["InputFile"];
        /** @description A file: its id, its bytes or its URL. */
        InputFile: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_file";
            /** @description Id of an uploaded file. */
            file_id?: string | null;
            /** @description Name of the file. */
            filename?: string | null;
            /** @description The bytes as base64, or a data URL. */
            file_data?: string | null;
            /** @description URL to fetch the file from. */
            file_url?: string | null;
            /** @description How closely to look: `low` is cheap, `high` sees more and costs more tokens. */
            detail?: string | null;
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"] | null;
        };
        /** @description An image: its URL or its file id. */
        InputImage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_image";
            /** @description Address of the image, or a data URL with its bytes. */
            image_url?: string | null;
            /** @description Id of an uploaded file. */
            file_id?: string | null;
            /** @description How closely to look: `low` is cheap, `high` sees more and costs more tokens. */
            detail?: string | null;
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"] | null;
        };
        /** @description An item of input: a message, a tool call, its output, or any earlier output. Without `type`, it is a message or the id of a stored item. */
        InputItem: components["schemas"]["TypedInputItem"] | components["schemas"]["EasyMessage"] | components["schemas"]["BareReference"];
        /** @description A message. */
        InputMessageItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            /** @description Role of the author. */
            role: string;
            /** @description What is said: text, or a list of parts. */
            content: string | components["schemas"]["MessageContent"][];
            /** @description Id. */
            id?: string | null;
            /** @description Status of the item. */
            status?: string | null;
            /** @description Whether a message is commentary or the final answer. */
            phase?: string | null;
        };
        /** @description Text of the input. */
        InputText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_text";
            /** @description The text. */
            text: string;
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"] | null;
        };
        /** @description The count. */
        InputTokens: {
            /** @constant */
            object: "response.input_tokens";
            /** @description Input tokens of the request. */
            input_tokens: number;
        };
        /** @description A request for a response, whose input tokens are counted. */
        InputTokensRequest: {
            /** @description Id of the model, as in a request for a response. */
            model?: string | null;
            /** @description A text, or items, as in a request for a response. */
            input?: string | components["schemas"]["InputItem"][] | null;
            /** @description Id of a stored response to build on, whichever provider answered it. Not together with `conversation`. */
            previous_response_id?: string | null;
            /** @description Tools that the model may call. */
            tools?: components["schemas"]["Tool"][] | null;
            /** @description Format of the text. */
            text?: components["schemas"]["TextSettings"] | null;
            /** @description How to think before answering. */
            reasoning?: components["schemas"]["Reasoning"] | null;
            /**
             * @deprecated
             * @description `auto` drops the oldest items if the input is too long; `disabled` makes the call fail.
             */
            truncation?: string;
            /** @description Instructions that precede all input. */
            instructions?: string | null;
            /** @description Format of the answer. */
            personality?: string;
            /** @description Conversation that the items are read from and added to. */
            conversation?: components["schemas"]["ConversationChoice"] | null;
            /** @description Whether to call a tool, and which. */
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            /** @description Whether several tools may be called in one turn. */
            parallel_tool_calls?: boolean | null;
        };
        /** @description A part of instructions. Types that this document does not list are passed to the provider. */
        InstructionContentPart: components["schemas"]["TextPart"];
        /** @description An item of input or output; `type` says which kind. */
        Item: components["schemas"]["MessageItem"] | components["schemas"]["FileSearchCall"] | components["schemas"]["FunctionCall"] | components["schemas"]["FunctionCallOutput"] | components["schemas"]["WebSearchCall"] | components["schemas"]["ComputerCall"] | components["schemas"]["ComputerCallOutput"] | components["schemas"]["ReasoningItem"] | components["schemas"]["ProgramItem"] | components["schemas"]["ProgramOutputItem"] | components["schemas"]["ToolSearchCall"] | components["schemas"]["ToolSearchOutput"] | components["schemas"]["AdditionalToolsItem"] | components["schemas"]["CompactionItem"] | components["schemas"]["ImageGenerationCall"] | components["schemas"]["CodeInterpreterCall"] | components["schemas"]["LocalShellCall"] | components["schemas"]["LocalShellCallOutput"] | components["schemas"]["ShellCall"] | components["schemas"]["ShellCallOutput"] | components["schemas"]["ApplyPatchCall"] | components["schemas"]["ApplyPatchCallOutput"] | components["schemas"]["McpCall"] | components["schemas"]["McpListTools"] | components["schemas"]["McpApprovalRequest"] | components["schemas"]["McpApprovalResponse"] | components["schemas"]["CustomToolCall"] | components["schemas"]["CustomToolCallOutput"] | components["schemas"]["ConfigurationUpdateItem"];
        /** @description A stored item, by its id. */
        ItemReference: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "item_reference";
            /** @description Id of a stored item. */
            id: string;
        };
        /** @description Any JSON object. The messages must ask for JSON too. */
        JsonObjectFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json_object";
        };
        /** @description The key of a request. It does not contain the secret. */
        Key: {
            /** @constant */
            object: "key";
            /** @description Id of the key. */
            id: string;
            /** @description Name of the key. */
            name: string;
            /** @description The prefix and the last four characters of the key. */
            display: string;
            /** @description The workspace that the key belongs to. */
            workspace: {
                /** @description Id of the workspace. */
                id: string;
                /** @description Name of the workspace. */
                name: string;
                /** @description IANA time zone in which its days and months begin. */
                time_zone: string;
            };
            /** @description What the key may do, as a sentence. */
            summary: string;
            /** @description Why every call that costs credits is refused now, whatever it asks for: no credits are left, a limit is reached, or the workspace is frozen or has no valid plan. Null if calls are accepted. */
            refusal: {
                /** @description Error code that calls receive. */
                code: string;
                /** @description What happened, and what to do. */
                message: string;
            } | null;
            /** @description What the key may be used for. Null means everything; names may end in `*`. */
            scope: {
                models: components["schemas"]["Names"];
                operations: components["schemas"]["Names"];
                products: components["schemas"]["Names"];
                regions: components["schemas"]["Names"];
                networks: components["schemas"]["Names"];
                /** @description What happens to a call that would lose something important in another format; null means that its model decides. */
                on_loss: string | null;
            };
            /**
             * Format: date-time
             * @description When the key expires, in RFC 3339; null if it does not.
             */
            expires_at: string | null;
            /** @description Credits charged for calls with this key, as decimals, in the day and the month of the workspace's time zone and in total. Refunds are not subtracted. */
            usage: {
                /** @description Since the day began. */
                day: string;
                /** @description Since the month began. */
                month: string;
                /** @description Since the key was issued. */
                total: string;
            };
            /** @description The spending limits that calls with this key are counted against. */
            limits: components["schemas"]["KeyLimit"][];
            /** @description Credits of the workspace. */
            balance: {
                /** @description Most credits that a new call may use, as a decimal. */
                available: string;
                /** @description Credits set aside for running calls and batches, as a decimal. */
                held: string;
            };
        };
        /** @description A spending limit in credits, as decimals. */
        KeyLimit: {
            /** @description `key_day`, `key_month` and `key_total` are limits of the key, `plan_month` is that of the plan. */
            name: string;
            /** @description The limit. */
            limit: string;
            /** @description Credits charged in this window. */
            used: string;
            /**
             * @description Credits set aside for batches and running calls. If the gateway has several instances, calls that another one runs
             *     count once they are charged.
             */
            held: string;
            /** @description Credits that are left. */
            left: string;
            /**
             * Format: date-time
             * @description When the window ends, in RFC 3339; null if it does not.
             */
            resets_at: string | null;
        };
        /** @description Keys to press. */
        KeyPressAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "keypress";
            /** @description Keys to press. */
            keys: string[];
        };
        /** @description A function, in the legacy form. */
        LegacyFunction: {
            /** @description What the function does. The model reads it to choose a function. */
            description?: string;
            /** @description Name of the function. */
            name: string;
            /** @description JSON Schema of the arguments. */
            parameters?: {
                [key: string]: unknown;
            };
        };
        /** @description A call of a function, in the legacy form. */
        LegacyFunctionCall: {
            /** @description Name of the function. */
            name: string;
            /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
            arguments: string;
        } | null;
        /** @description Call this function, in the legacy form. */
        LegacyFunctionChoice: {
            /** @description Name of the function. */
            name: string;
        };
        /** @description The client's own machine. */
        LocalEnvironment: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local";
            /** @description Available skills, up to 200. */
            skills?: components["schemas"]["LocalSkill"][];
        };
        /** @description A command. */
        LocalShellAction: {
            /** @constant */
            type: "exec";
            /** @description The command. */
            command: string[];
            /** @description Maximum time that it may run, in milliseconds. */
            timeout_ms?: number | null;
            /** @description Folder to run it in. */
            working_directory?: string | null;
            /** @description Environment variables. */
            env?: {
                [key: string]: string;
            } | null;
            /** @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`. */
            user?: string | null;
        };
        /** @description A command that the client is to run. */
        LocalShellCall: {
            /** @constant */
            type: "local_shell_call";
            /** @description Id. */
            id: string;
            /** @description Status of the item. */
            status: string;
        } & (components["schemas"]["LocalShellCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell_call";
        });
        /** @description A command that the client is to run, sent back by the client. Stateless clients may omit its id. */
        LocalShellCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell_call";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string | null;
            /** @description The command to run. */
            action: components["schemas"]["LocalShellAction"];
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Output of the command. */
        LocalShellCallOutput: {
            /** @constant */
            type: "local_shell_call_output";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["LocalShellCallOutputInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell_call_output";
        });
        /** @description Output of the command, sent back. Stateless clients may omit its id. */
        LocalShellCallOutputInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell_call_output";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output, if the id is omitted. */
            call_id?: string | null;
            /** @description Output of the command. */
            output: string;
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Lets the model ask the client to run commands. */
        LocalShellTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell";
        };
        /** @description A skill on the client's machine. */
        LocalSkill: {
            /** @description Name of the skill. */
            name: string;
            /** @description What the skill is for. The model reads it. */
            description: string;
            /** @description Folder of the skill. */
            path: string;
        };
        /** @description A request to approve a call. */
        McpApprovalRequest: {
            /** @constant */
            type: "mcp_approval_request";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["McpApprovalRequestInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_approval_request";
        });
        /** @description A request to approve a call, sent back by the client. Stateless clients may omit its id. */
        McpApprovalRequestInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_approval_request";
            /** @description Id. */
            id?: string | null;
            /** @description Name of the server in this request. */
            server_label: string;
            /** @description Name of the tool. */
            name: string;
            /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
            arguments: string;
        };
        /** @description An answer to a request for approval. */
        McpApprovalResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_approval_response";
            /** @description Id. */
            id?: string | null;
            /** @description Id of the request for approval. */
            approval_request_id: string;
            /** @description Whether the call may go ahead. */
            approve: boolean;
            /** @description Why it may or may not go ahead. */
            reason?: string | null;
        };
        /** @description The next piece of an MCP call's arguments. */
        McpArgumentsDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call_arguments.delta";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Next piece of the arguments. Valid JSON only when all pieces are joined. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description An MCP call's arguments are complete. */
        McpArgumentsDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call_arguments.done";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
            arguments: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A call of a tool on an MCP server. */
        McpCall: {
            /** @constant */
            type: "mcp_call";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["McpCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_call";
        });
        /** @description An MCP call succeeded. */
        McpCallCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call.completed";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description An MCP call failed. */
        McpCallFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call.failed";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description An MCP call is running. */
        McpCallInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call.in_progress";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
        };
        /** @description A call of a tool on an MCP server, sent back by the client. Stateless clients may omit its id. */
        McpCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_call";
            /** @description Id. */
            id?: string | null;
            /** @description Name of the server in this request. */
            server_label: string;
            /** @description Name of the tool. */
            name: string;
            /** @description The arguments, as JSON in a string. The model can get them wrong: check them. */
            arguments: string;
            /** @description Result of the tool. */
            output?: string | null;
            /** @description Why it failed; older answers have a string. */
            error?: components["schemas"]["McpError"] | string | null;
            /** @description Status of the item. */
            status?: string | null;
            /** @description Id of the request for approval. */
            approval_request_id?: string | null;
        };
        /** @description Call a tool of this server, or of any. */
        McpChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp";
            /** @description Name of the server in this request. */
            server_label?: string;
            /** @description Name of the tool. Default: any tool of the server. */
            name?: string | null;
        };
        /** @description Why a call failed. */
        McpError: components["schemas"]["McpProtocolError"] | components["schemas"]["McpExecutionError"] | components["schemas"]["McpHttpError"];
        /** @description The tool failed. */
        McpExecutionError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_execution_error";
            /** @description The tool's error message. */
            content: unknown;
        };
        /** @description The connection failed. */
        McpHttpError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http_error";
            /** @description HTTP status. */
            code: number;
            /** @description What happened, why, and what to do. */
            message: string;
        };
        /** @description The tools of an MCP server. */
        McpListTools: {
            /** @constant */
            type: "mcp_list_tools";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["McpListToolsInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_list_tools";
        });
        /** @description The tools of a server are listed. */
        McpListToolsCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_list_tools.completed";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description The tools of a server could not be listed. */
        McpListToolsFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_list_tools.failed";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description The tools of a server are being listed. */
        McpListToolsInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_list_tools.in_progress";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description The tools of an MCP server, sent back by the client. Stateless clients may omit its id. */
        McpListToolsInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_list_tools";
            /** @description Id. */
            id?: string | null;
            /** @description Name of the server in this request. */
            server_label: string;
            /** @description Tools of the server. */
            tools: components["schemas"]["McpListedTool"][];
            /** @description Why they could not be listed. */
            error?: string | null;
        };
        /** @description A tool of an MCP server. */
        McpListedTool: {
            /** @description Name of the tool. */
            name: string;
            /** @description What the tool does. */
            description?: string | null;
            /** @description JSON Schema of the arguments. */
            input_schema: {
                [key: string]: unknown;
            };
            /** @description The server's annotations of the tool. */
            annotations?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The protocol failed. */
        McpProtocolError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_protocol_error";
            /** @description Code of the protocol. */
            code: number;
            /** @description What happened, why, and what to do. */
            message: string;
        };
        /** @description Lets the model use an MCP server. */
        McpTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp";
            /** @description Name of the server in this request. */
            server_label?: string;
            /** @description URL of the server. Set this, a connector or a tunnel. */
            server_url?: string | null;
            /** @description Connector of the provider. */
            connector_id?: string | null;
            /** @description Tunnel of the provider. */
            tunnel_id?: string | null;
            /** @description Access token for the server. */
            authorization?: string | null;
            /** @description What the server is for. */
            server_description?: string | null;
            /** @description Headers to send to the server. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Tools that may be called. */
            allowed_tools?: string[] | components["schemas"]["McpToolFilter"] | null;
            /** @description Who may call it. */
            allowed_callers?: string[] | null;
            /** @description Which calls must be approved first. */
            require_approval?: string | {
                /** @description Ask for approval before calling these. */
                always?: components["schemas"]["McpToolFilter"];
                /** @description Do not ask for approval before calling these. */
                never?: components["schemas"]["McpToolFilter"];
            } | null;
            /** @description Show it to the model only when a tool search finds it. */
            defer_loading?: boolean;
        };
        /** @description Some of the tools of a server. */
        McpToolFilter: {
            /** @description Names of the tools. */
            tool_names?: string[];
            /** @description Whether the tool only reads. */
            read_only?: boolean;
        };
        /** @description A part of a message, of either side. */
        MessageContent: components["schemas"]["InputText"] | components["schemas"]["InputImage"] | components["schemas"]["InputFile"] | components["schemas"]["OutputText"] | components["schemas"]["Refusal"] | components["schemas"]["PlainText"] | components["schemas"]["SummaryText"] | components["schemas"]["ReasoningText"] | components["schemas"]["ScreenshotContent"];
        /** @description A message. */
        MessageItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            /** @description Id. */
            id: string;
            /** @description Role of the author. */
            role: string;
            /** @description What is said: text, or a list of parts. */
            content: components["schemas"]["MessageContent"][];
            /** @description Status of the item. */
            status?: string;
            /** @description Whether a message is commentary or the final answer. */
            phase?: string | null;
        };
        /** @description Up to 16 key-value pairs of your own: keys up to 64 characters, values up to 512. */
        Metadata: {
            [key: string]: string;
        } | null;
        /** @description Why the provider stopped the model. */
        Misalignment: {
            /** @description What the model was about to do. */
            error_type?: string;
            /** @description A description. */
            detailed_explanation?: string;
            /** @description What to send to continue anyway. */
            review_target?: string | null;
            /** @description How to continue. */
            steer?: {
                /** @description A message to the model. */
                message?: string;
            } | null;
        };
        /** @description A model that this key may call. */
        Model: {
            /** @description Id of the model, for use in requests. */
            id: string;
            /** @description When the model was created, Unix time in seconds. */
            created: number;
            /** @constant */
            object: "model";
            /** @description Owner of the model. */
            owned_by: string;
            /** @description Date from which the provider no longer offers it. */
            shutdown_date?: string | null;
        };
        /** @description All models that this key may call. */
        ModelList: {
            /** @constant */
            object: "list";
            /** @description The models. */
            data: components["schemas"]["Model"][];
        };
        /** @description What was found. */
        Moderation: {
            /** @description Id of the check. */
            id: string;
            /** @description Model that checked. */
            model: string;
            /** @description One finding per input. */
            results: {
                /** @description Whether any category was found. */
                flagged: boolean;
                /** @description Which categories were found. */
                categories: {
                    /** @description Harassing language. */
                    harassment: boolean;
                    /** @description Harassment with violence or serious harm. */
                    "harassment/threatening": boolean;
                    /** @description Hate against a group. */
                    hate: boolean;
                    /** @description Hate with violence or serious harm. */
                    "hate/threatening": boolean;
                    /** @description Instructions for wrongdoing. */
                    illicit?: boolean | null;
                    /** @description Instructions for violent wrongdoing. */
                    "illicit/violent"?: boolean | null;
                    /** @description Self-harm. */
                    "self-harm": boolean;
                    /** @description The wish to harm oneself. */
                    "self-harm/intent": boolean;
                    /** @description Instructions for self-harm. */
                    "self-harm/instructions": boolean;
                    /** @description Sexual content. */
                    sexual: boolean;
                    /** @description Sexual content with minors. */
                    "sexual/minors": boolean;
                    /** @description Violence. */
                    violence: boolean;
                    /** @description Violence shown in detail. */
                    "violence/graphic": boolean;
                };
                /** @description Score of each category, 0 to 1. */
                category_scores: {
                    [key: string]: number;
                };
                /** @description Which kinds of input each score rests on. */
                category_applied_input_types?: {
                    [key: string]: string[];
                };
            }[];
        };
        /** @description An image. */
        ModerationImageInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_url";
            /** @description The image. */
            image_url: {
                /** @description Address of the image, or a data URL with its bytes. */
                url: string;
            };
        };
        /** @description A part of what to check. */
        ModerationInput: components["schemas"]["ModerationImageInput"] | components["schemas"]["ModerationTextInput"];
        /** @description What to check. */
        ModerationRequest: {
            /** @description What to check: a text, a list of texts, or parts of text and images. */
            input: string | string[] | components["schemas"]["ModerationInput"][];
            /**
             * @description Id of the model.
             * @default omni-moderation-latest
             */
            model?: string;
        };
        /** @description A text. */
        ModerationTextInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            text: string;
        };
        /** @description A mouse movement. */
        MoveAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "move";
            /** @description Horizontal position in pixels, from the left. */
            x: number;
            /** @description Vertical position in pixels, from the top. */
            y: number;
            /** @description Keys held down. */
            keys?: string[] | null;
        };
        /** @description Exact names or `prefix*`; null means no restriction. */
        Names: string[] | null;
        /** @description Tools under one name. */
        NamespaceTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "namespace";
            /** @description Name of the namespace. */
            name: string;
            /** @description What the tools have in common. The model reads it. */
            description: string;
            /** @description The tools of the namespace. */
            tools: components["schemas"]["NamespacedTool"][];
        };
        /** @description A tool within a namespace. */
        NamespacedTool: components["schemas"]["FunctionTool"] | components["schemas"]["CustomTool"];
        /** @description Some domains. */
        NetworkAllowlist: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "allowlist";
            /** @description Search only these domains and their subdomains. */
            allowed_domains: string[];
            /** @description Secrets to add to requests to a domain. */
            domain_secrets?: components["schemas"]["DomainSecret"][];
        };
        /** @description Nothing. */
        NetworkDisabled: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "disabled";
        };
        /** @description Opening a page. */
        OpenPageAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "open_page";
            /** @description Address of the page. */
            url?: string | null;
        };
        /** @description A part of output. */
        OutputContent: components["schemas"]["OutputText"] | components["schemas"]["Refusal"] | components["schemas"]["ReasoningText"];
        /** @description An item that the model generated; `type` says which kind. */
        OutputItem: components["schemas"]["OutputMessage"] | components["schemas"]["FunctionCall"] | components["schemas"]["ReasoningItem"] | components["schemas"]["WebSearchCall"] | components["schemas"]["FileSearchCall"] | components["schemas"]["FunctionCallOutput"] | components["schemas"]["ComputerCall"] | components["schemas"]["ComputerCallOutput"] | components["schemas"]["ProgramItem"] | components["schemas"]["ProgramOutputItem"] | components["schemas"]["ToolSearchCall"] | components["schemas"]["ToolSearchOutput"] | components["schemas"]["AdditionalToolsItem"] | components["schemas"]["CompactionItem"] | components["schemas"]["ImageGenerationCall"] | components["schemas"]["CodeInterpreterCall"] | components["schemas"]["LocalShellCall"] | components["schemas"]["LocalShellCallOutput"] | components["schemas"]["ShellCall"] | components["schemas"]["ShellCallOutput"] | components["schemas"]["ApplyPatchCall"] | components["schemas"]["ApplyPatchCallOutput"] | components["schemas"]["McpCall"] | components["schemas"]["McpListTools"] | components["schemas"]["McpApprovalRequest"] | components["schemas"]["McpApprovalResponse"] | components["schemas"]["CustomToolCall"] | components["schemas"]["CustomToolCallOutput"];
        /** @description An item begins. */
        OutputItemAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_item.added";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The item. */
            item: components["schemas"]["OutputItem"];
        };
        /** @description An item is complete. */
        OutputItemDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_item.done";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The item. */
            item: components["schemas"]["OutputItem"];
        };
        /** @description A token and its likelihood. */
        OutputLogprob: {
            /** @description The token. */
            token: string;
            /** @description Natural logarithm of its probability. */
            logprob: number;
            /** @description UTF-8 bytes of the token; null if it has no such representation. */
            bytes: number[];
            /** @description The most likely tokens at this position. */
            top_logprobs: components["schemas"]["OutputTopLogprob"][];
        };
        /** @description A message of the model. */
        OutputMessage: {
            /** @description Id. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            /** @constant */
            role: "assistant";
            /** @description Status of the item. */
            status?: string;
            /** @description What is said: text, or a list of parts. */
            content: components["schemas"]["OutputMessageContent"][];
            /** @description Whether a message is commentary or the final answer. */
            phase?: string | null;
        };
        /** @description A part of a message of the model. */
        OutputMessageContent: components["schemas"]["OutputText"] | components["schemas"]["Refusal"];
        /** @description Kinds of output wanted. */
        OutputModalities: string[] | null;
        /** @description Text of the output. */
        OutputText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "output_text";
            /** @description The text. */
            text: string;
            /** @description Sources of the text. */
            annotations?: components["schemas"]["Annotation"][] | null;
            /** @description Log probabilities of the output tokens. */
            logprobs?: components["schemas"]["OutputLogprob"][] | null;
        };
        /** @description The next piece of text. */
        OutputTextDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_text.delta";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description Next piece of the text. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Log probabilities of the output tokens. */
            logprobs?: components["schemas"]["DeltaLogprob"][];
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description The text of a part is complete. */
        OutputTextDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_text.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description The whole text of the part. */
            text: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Log probabilities of the output tokens. */
            logprobs?: components["schemas"]["DeltaLogprob"][];
        };
        /** @description An alternative token. */
        OutputTopLogprob: {
            /** @description The token. */
            token: string;
            /** @description Natural logarithm of its probability. */
            logprob: number;
            /** @description UTF-8 bytes of the token; null if it has no such representation. */
            bytes: number[];
        };
        /** @description The next piece of a file change. */
        PatchDiffDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.apply_patch_call_operation_diff.delta";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The next piece of the diff. */
            delta: string;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description A file change is complete. */
        PatchDiffDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.apply_patch_call_operation_diff.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The whole diff. */
            diff: string;
        };
        /** @description A change to one file. */
        PatchOperation: components["schemas"]["CreateFileOperation"] | components["schemas"]["DeleteFileOperation"] | components["schemas"]["UpdateFileOperation"];
        /** @description Text. */
        PlainText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            text: string;
        };
        /** @description Plain text. */
        PlainTextFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
        };
        /** @description A point on the screen. */
        Point: {
            /** @description Horizontal position in pixels, from the left. */
            x: number;
            /** @description Vertical position in pixels, from the top. */
            y: number;
        };
        /** @description Text that much of the answer will repeat. */
        PredictedOutput: {
            /** @constant */
            type: "content";
            /** @description The expected text. */
            content: string | components["schemas"]["InstructionContentPart"][];
        };
        /** @description A program that the model wrote. */
        ProgramCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program";
            /** @description Id of the call of the program. */
            caller_id: string;
        };
        /** @description A program that calls tools, sent back by the client. Stateless clients may omit its id. */
        ProgramInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description The program. */
            code: string;
            /** @description Links the program to its calls. */
            fingerprint: string;
        };
        /** @description A program that calls tools. */
        ProgramItem: {
            /** @constant */
            type: "program";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["ProgramInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program";
        });
        /** @description Result of a program, sent back by the client. Stateless clients may omit its id. */
        ProgramOutputInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program_output";
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Result of the program. */
            result: string;
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Result of a program. */
        ProgramOutputItem: {
            /** @constant */
            type: "program_output";
            /** @description Id. */
            id: string;
            /** @description Status of the item. */
            status: string;
        } & (components["schemas"]["ProgramOutputInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program_output";
        });
        /** @description Write a program. */
        ProgrammaticChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "programmatic_tool_calling";
        };
        /** @description Lets the model write programs that call tools. */
        ProgrammaticTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "programmatic_tool_calling";
        };
        /** @description Everything up to this block may be cached. */
        PromptCacheBreakpoint: {
            /**
             * @description Always `explicit`.
             * @default explicit
             */
            mode: string;
            /** @description How long to cache it. */
            ttl?: string;
        };
        /** @description How the cache performed compared with the named response. */
        PromptCacheDiagnostics: {
            /** @description Whether the cache was used. */
            type: string;
            /** @description Why it was not used. */
            reason?: string;
            /** @description About how many tokens would have come from the cache. */
            cache_missed_tokens?: number;
            /** @description Tokens that both responses share. */
            comparison_reusable_tokens?: number;
        };
        /** @description How the provider caches the prefix of a request. */
        PromptCacheOptions: {
            /** @description How long to cache it. */
            ttl?: string;
            /** @description `implicit` lets the provider choose what to cache, `explicit` caches only up to the breakpoints. */
            mode?: string;
            /** @description Only fill the cache, without an answer. */
            prewarm?: boolean;
            /** @description Id of a response to compare with, if the cache was used less than expected. */
            comparison_response_id?: string | null;
        };
        /** @description A prompt template of the provider. */
        PromptReference: {
            /** @description Id of the prompt template. */
            id: string;
            /** @description Version of the template. Default: the newest. */
            version?: string | null;
            /** @description Values to fill in. */
            variables?: components["schemas"]["PromptVariables"];
        } | null;
        /** @description Values for the variables of the template. */
        PromptVariables: {
            [key: string]: string | components["schemas"]["InputContent"];
        } | null;
        /** @description How to rank. */
        RankingOptions: {
            /** @description How to rank. */
            ranker?: string;
            /** @description Omit results below this score, 0 to 1. */
            score_threshold?: number;
            /** @description How to weight meaning against keywords. */
            hybrid_search?: components["schemas"]["HybridSearchWeights"];
        };
        /** @description How to think. */
        Reasoning: {
            /** @description Kind of thinking. */
            mode?: string;
            /** @description How long to think. */
            effort?: components["schemas"]["ReasoningEffort"];
            /** @description Whether and how to summarise the thinking. */
            summary?: string | null;
            /** @description Which earlier thinking the model can see. */
            context?: string | null;
            /**
             * @deprecated
             * @description The older name of `summary`.
             */
            generate_summary?: string | null;
        };
        /**
         * @description How long to think before answering. More thinking is more output, and is charged as such.
         * @default medium
         */
        ReasoningEffort: string | null;
        /** @description Thinking that is sent back. Stateless clients may omit its id. */
        ReasoningInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reasoning";
            /** @description Id. */
            id?: string | null;
            /** @description Content that only the provider can read. Send it back unchanged. */
            encrypted_content?: string | null;
            /** @description Summary of the reasoning; empty unless requested. */
            summary: components["schemas"]["SummaryText"][];
            /** @description The reasoning itself, if the model reveals it. */
            content?: components["schemas"]["ThinkingContent"][] | null;
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Thinking before the answer. Send it back unchanged if you continue without stored state. */
        ReasoningItem: {
            /** @constant */
            type: "reasoning";
            /** @description Id. */
            id: string;
        } & (components["schemas"]["ReasoningInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reasoning";
        });
        /** @description A part of the summary begins. */
        ReasoningSummaryPartAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_part.added";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the part within the summary. */
            summary_index: number;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The part, still empty. */
            part: {
                /** @constant */
                type: "summary_text";
                /** @description Still empty. */
                text: string;
            };
        };
        /** @description A part of the summary is complete. */
        ReasoningSummaryPartDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_part.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the part within the summary. */
            summary_index: number;
            /** @description `incomplete` if it was cut off. */
            status?: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The complete part. */
            part: {
                /** @constant */
                type: "summary_text";
                /** @description The whole text of the part. */
                text: string;
            };
        };
        /** @description The next piece of the summary. */
        ReasoningSummaryTextDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_text.delta";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the part within the summary. */
            summary_index: number;
            /** @description Next piece of the summary. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description The text of a part of the summary is complete. */
        ReasoningSummaryTextDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_text.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the part within the summary. */
            summary_index: number;
            /** @description The whole text of the part. */
            text: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Text of thinking. */
        ReasoningText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reasoning_text";
            /** @description The text. */
            text: string;
        };
        /** @description The next piece of thinking. */
        ReasoningTextDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_text.delta";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description Next piece of the thinking. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description The thinking is complete. */
        ReasoningTextDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_text.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description The complete thinking. */
            text: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A refusal. */
        Refusal: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refusal";
            /** @description What the model said when it declined. */
            refusal: string;
        };
        /** @description The next piece of a refusal. */
        RefusalDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.refusal.delta";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description Next piece of the refusal. */
            delta: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description A refusal is complete. */
        RefusalDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.refusal.done";
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the content part within its item. */
            content_index: number;
            /** @description The whole refusal. */
            refusal: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A refusal. */
        RefusalPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refusal";
            /** @description What the model said when it declined. */
            refusal: string;
        };
        /** @description A response. */
        Response: {
            /** @description Model that answered. */
            model?: string | null;
            /** @description Id of the response. */
            id: string;
            /** @constant */
            object: "response";
            /** @description `queued`, `in_progress`, then `completed`, `incomplete`, `failed` or `cancelled`. */
            status?: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description What the model generated, in order. The text is not always in the first item. */
            output: components["schemas"]["OutputItem"][];
            /** @description Instructions that precede all input. */
            instructions?: string | components["schemas"]["TypedInputItem"][] | null;
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
            /** @description How many of the most likely alternatives to return for each token, 0 to 20. */
            top_logprobs?: number | null;
            /**
             * @description Randomness of the answer, 0 to 2: low values are more predictable, high ones more varied. Set this or `top_p`, not both.
             * @default 1
             */
            temperature?: number | null;
            /**
             * @description Choose only among the most likely tokens that together have this probability, 0 to 1.
             * @default 1
             */
            top_p?: number | null;
            /**
             * @deprecated
             * @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`.
             */
            user?: string | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
            /** @description Groups requests that share a prefix, so that the provider finds it in its cache. */
            prompt_cache_key?: string | null;
            /**
             * @deprecated
             * @description How long the prompt prefix may be cached. Newer clients set `prompt_cache_options`.
             */
            prompt_cache_retention?: string | null;
            /** @description Id of a stored response to build on, whichever provider answered it. Not together with `conversation`. */
            previous_response_id?: string | null;
            /**
             * @description Whether it was generated in the background.
             * @default false
             */
            background?: boolean | null;
            /** @description Maximum number of calls of built-in tools. */
            max_tool_calls?: number | null;
            /** @description Format of the text. */
            text?: components["schemas"]["TextSettings"] | null;
            /** @description Tools that the model may call. */
            tools?: components["schemas"]["Tool"][] | null;
            /** @description Whether to call a tool, and which. */
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            /** @description Prompt template that was used. */
            prompt?: components["schemas"]["PromptReference"];
            /** @description Time of completion, Unix time in seconds. */
            completed_at?: number | null;
            /** @description Why it failed; null if it did not. */
            error?: components["schemas"]["ResponseError"] | null;
            /** @description Why the response is incomplete. */
            incomplete_details?: {
                /** @description Why it is incomplete. */
                reason?: string;
            } | null;
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["ResponseUsage"] | null;
            /** @description Maximum number of output tokens, including reasoning; at least 16. It also limits the cost of the call. */
            max_output_tokens?: number | null;
            /**
             * @description Whether several tools may be called in one turn.
             * @default true
             */
            parallel_tool_calls?: boolean;
            /** @description How to think before answering. */
            reasoning?: components["schemas"]["Reasoning"] | null;
            /** @description Whether the response is stored. */
            store?: boolean | null;
            /** @description How fast, and at which price, the provider should serve the call. The answer says which tier was used. */
            service_tier?: components["schemas"]["ServiceTier"];
            /**
             * @description `auto` drops the oldest items if the input is too long; `disabled` makes the call fail.
             * @default disabled
             */
            truncation?: string | null;
            /** @description How the provider caches the prefix of the request. Cached tokens are charged at their own price. */
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            /** @description Findings of the moderation check. */
            moderation?: components["schemas"]["ResponseModeration"] | null;
            /** @description Conversation that the items are read from and added to. */
            conversation?: components["schemas"]["ConversationReference"] | null;
            /** @description All text of the output in one string. SDKs add it; most providers omit it. */
            output_text?: string | null;
            /** @description What built-in tools used, in addition to the tokens in `usage`. */
            tool_usage?: components["schemas"]["ToolUsage"] | null;
            /** @description Cache diagnostics, if requested. */
            prompt_cache_diagnostics?: components["schemas"]["PromptCacheDiagnostics"] | null;
            /** @description Image settings that applied. */
            image?: components["schemas"]["ImageSettings"];
            /** @description Access programs of the provider that applied. */
            access_programs?: components["schemas"]["AccessPrograms"];
            /** @description As in chat completions. In practice it is 0. */
            frequency_penalty?: number | null;
            /** @description As in chat completions. In practice it is 0. */
            presence_penalty?: number | null;
            /** @description The account that the provider charged. */
            billing?: {
                /** @description Owner of the account. */
                payer?: string;
            } | null;
        };
        /** @description The response is complete. This is the last event, sent once the charge is recorded. */
        ResponseCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.completed";
            /** @description The response as it is now. */
            response: components["schemas"]["Response"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description The response has begun. Always the first event. */
        ResponseCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.created";
            /** @description The response as it is now. */
            response: components["schemas"]["Response"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A deleted response. */
        ResponseDeleted: {
            /** @description Id of the deleted response. */
            id: string;
            /** @constant */
            object: "response";
            /** @description Whether it was deleted. */
            deleted: boolean;
        };
        /** @description Why a response failed. */
        ResponseError: {
            /** @description Name of the failure. */
            code: string;
            /** @description What happened. */
            message: string;
            /** @description Kind of the failure. */
            type?: string | null;
            /** @description Field that it is about. */
            param?: string | null;
            /** @description Why the provider stopped the model, if it did. */
            misalignment?: components["schemas"]["Misalignment"] | null;
        };
        /** @description The stream failed. The members of the error appear twice: next to `type`, and in `error`, where SDKs look for them. */
        ResponseErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            /** @description Short name of what happened, from the list in `Error.code`. */
            code: string | null;
            /** @description What happened, why, and what to do. */
            message: string;
            /** @description Field that caused it. */
            param: string | null;
            /** @description The same error in the shape of other answers. */
            error?: components["schemas"]["Error"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description An event of a response; `type` is the same as in the `event:` line. Skip types that this document does not list. */
        ResponseEvent: components["schemas"]["AudioDeltaEvent"] | components["schemas"]["AudioDoneEvent"] | components["schemas"]["AudioTranscriptDeltaEvent"] | components["schemas"]["AudioTranscriptDoneEvent"] | components["schemas"]["CodeInterpreterCodeDeltaEvent"] | components["schemas"]["CodeInterpreterCodeDoneEvent"] | components["schemas"]["CodeInterpreterCompletedEvent"] | components["schemas"]["CodeInterpreterInProgressEvent"] | components["schemas"]["CodeInterpreterInterpretingEvent"] | components["schemas"]["ResponseCompletedEvent"] | components["schemas"]["ContentPartAddedEvent"] | components["schemas"]["ContentPartDoneEvent"] | components["schemas"]["ResponseCreatedEvent"] | components["schemas"]["ResponseErrorEvent"] | components["schemas"]["FileSearchCompletedEvent"] | components["schemas"]["FileSearchInProgressEvent"] | components["schemas"]["FileSearchSearchingEvent"] | components["schemas"]["FunctionArgumentsDeltaEvent"] | components["schemas"]["FunctionArgumentsDoneEvent"] | components["schemas"]["ShellCommandAddedEvent"] | components["schemas"]["ShellCommandDeltaEvent"] | components["schemas"]["ShellCommandDoneEvent"] | components["schemas"]["ShellOutputDeltaEvent"] | components["schemas"]["ShellOutputDoneEvent"] | components["schemas"]["ResponseInProgressEvent"] | components["schemas"]["ResponseFailedEvent"] | components["schemas"]["ResponseIncompleteEvent"] | components["schemas"]["OutputItemAddedEvent"] | components["schemas"]["OutputItemDoneEvent"] | components["schemas"]["ReasoningSummaryPartAddedEvent"] | components["schemas"]["ReasoningSummaryPartDoneEvent"] | components["schemas"]["ReasoningSummaryTextDeltaEvent"] | components["schemas"]["ReasoningSummaryTextDoneEvent"] | components["schemas"]["ReasoningTextDeltaEvent"] | components["schemas"]["ReasoningTextDoneEvent"] | components["schemas"]["RefusalDeltaEvent"] | components["schemas"]["RefusalDoneEvent"] | components["schemas"]["OutputTextDeltaEvent"] | components["schemas"]["OutputTextDoneEvent"] | components["schemas"]["WebSearchCompletedEvent"] | components["schemas"]["WebSearchInProgressEvent"] | components["schemas"]["WebSearchSearchingEvent"] | components["schemas"]["ImageGenerationCompletedEvent"] | components["schemas"]["ImageGenerationGeneratingEvent"] | components["schemas"]["ImageGenerationInProgressEvent"] | components["schemas"]["ImageGenerationPartialEvent"] | components["schemas"]["McpArgumentsDeltaEvent"] | components["schemas"]["McpArgumentsDoneEvent"] | components["schemas"]["McpCallCompletedEvent"] | components["schemas"]["McpCallFailedEvent"] | components["schemas"]["McpCallInProgressEvent"] | components["schemas"]["McpListToolsCompletedEvent"] | components["schemas"]["McpListToolsFailedEvent"] | components["schemas"]["McpListToolsInProgressEvent"] | components["schemas"]["AnnotationAddedEvent"] | components["schemas"]["ResponseQueuedEvent"] | components["schemas"]["CustomToolInputDeltaEvent"] | components["schemas"]["CustomToolInputDoneEvent"] | components["schemas"]["CompactionCompactingEvent"] | components["schemas"]["PatchDiffDeltaEvent"] | components["schemas"]["PatchDiffDoneEvent"];
        /** @description The response failed. The last event. */
        ResponseFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.failed";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description The response as it is now. */
            response: components["schemas"]["Response"];
        };
        /** @description The response is being generated. */
        ResponseInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.in_progress";
            /** @description The response as it is now. */
            response: components["schemas"]["Response"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description The response ended early. The last event. */
        ResponseIncompleteEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.incomplete";
            /** @description The response as it is now. */
            response: components["schemas"]["Response"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A text, or a list of up to 10,000 items. */
        ResponseInput: string | components["schemas"]["InputItem"][];
        /** @description A page of items. */
        ResponseItemList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["Item"][];
            /** @description Whether more entries follow. */
            has_more: boolean;
            /** @description Id of the first entry of the page. */
            first_id: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id: string | null;
        };
        /** @description What the check found. */
        ResponseModeration: {
            /** @description What was found in the input. */
            input: components["schemas"]["InlineModerationResult"] | components["schemas"]["InlineModerationError"];
            /** @description What was found in the output. */
            output: components["schemas"]["InlineModerationResult"] | components["schemas"]["InlineModerationError"];
        };
        /** @description The response is queued. */
        ResponseQueuedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.queued";
            /** @description The response as it is now. */
            response: components["schemas"]["Response"];
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Input and options. Unknown fields are passed to the provider unchanged. */
        ResponseRequest: {
            /** @description Id of the model: any that this key may call, whichever wire format it speaks. It determines where the call goes and what it costs. Without it, the call uses the default model that the operator has configured, or gets a 400 if there is none. */
            model?: string | null;
            /** @description A text, or items: messages, tool calls and their outputs, earlier output. */
            input?: components["schemas"]["ResponseInput"];
            /** @description Instructions for this response only. They are not carried over by `previous_response_id`. */
            instructions?: string | null;
            /** @description Up to 16 text pairs of your own. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Number of most likely alternatives to return for each token. Most models accept 0 to 20. */
            top_logprobs?: number | null;
            /**
             * @description Randomness of the answer: low values are more predictable, high ones more varied. Most models accept 0 to 2. Set this or `top_p`, not both.
             * @default 1
             */
            temperature?: number | null;
            /**
             * @description Choose only among the most likely tokens that together have this probability, 0 to 1.
             * @default 1
             */
            top_p?: number | null;
            /**
             * @deprecated
             * @description Id of your end user, to help detect abuse. Newer programs send `safety_identifier` and `prompt_cache_key`.
             */
            user?: string | null;
            /** @description Stable id of your end user, up to 64 characters, to help detect abuse. Send a hash, not a name. */
            safety_identifier?: string | null;
            /** @description Groups requests that share a prefix, so that the provider finds it in its cache. */
            prompt_cache_key?: string | null;
            /**
             * @deprecated
             * @description How long the prompt prefix may be cached. Newer clients set `prompt_cache_options`.
             */
            prompt_cache_retention?: string | null;
            /** @description How the provider caches the prefix of the request. Cached tokens are charged at their own price. */
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            /** @description Id of a stored response to build on, whichever provider answered it. Not together with `conversation`. */
            previous_response_id?: string | null;
            /**
             * @description Not supported; `true` returns 400. Use `stream` to receive the response as it is generated.
             * @default false
             */
            background?: boolean | null;
            /** @description Maximum number of calls of built-in tools. */
            max_tool_calls?: number | null;
            /** @description Format of the text: plain, JSON or JSON that follows a schema. */
            text?: components["schemas"]["TextSettings"] | null;
            /** @description Tools that the model may call. */
            tools?: components["schemas"]["Tool"][] | null;
            /** @description Whether to call a tool, and which. */
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            /** @description Prompt template to use. */
            prompt?: components["schemas"]["PromptReference"];
            /** @description How fast, and at which price, the provider should serve the call. The answer says which tier was used. */
            service_tier?: components["schemas"]["ServiceTier"];
            /**
             * @deprecated
             * @description `auto` drops the oldest items if the input is too long; `disabled` makes the call fail.
             * @default disabled
             */
            truncation?: string | null;
            /** @description How to think before answering. */
            reasoning?: components["schemas"]["Reasoning"] | null;
            /** @description Extra parts of the output to include. */
            include?: string[] | null;
            /**
             * @description Whether several tools may be called in one turn.
             * @default true
             */
            parallel_tool_calls?: boolean | null;
            /**
             * @description Store the response for 30 days, so that it can be read and continued later. `false` stores nothing.
             * @default true
             */
            store?: boolean | null;
            /** @description Check input and output for harmful content in the same call. */
            moderation?: components["schemas"]["InlineModerationRequest"] | null;
            /**
             * @description Stream the response as typed events as it is generated.
             * @default false
             */
            stream?: boolean | null;
            /** @description Settings of the stream. Only with `stream: true`. */
            stream_options?: components["schemas"]["ResponseStreamOptions"];
            /** @description Conversation that the items are read from and added to. */
            conversation?: components["schemas"]["ConversationChoice"] | null;
            /** @description What to do if the context grows too long. */
            context_management?: components["schemas"]["ContextManagement"][] | null;
            /** @description Maximum number of output tokens, including reasoning; some providers require at least 16. It also limits the cost of the call. */
            max_output_tokens?: number | null;
            /** @description Image settings of this request. */
            image?: components["schemas"]["ImageSettings"];
            /** @description Access programs of the provider to use. */
            access_programs?: components["schemas"]["AccessPrograms"];
        };
        /** @description Settings of the stream. */
        ResponseStreamOptions: {
            /** @description Pad the chunks of the stream, so that their lengths reveal nothing. */
            include_obfuscation?: boolean;
        } | null;
        /** @description Tokens of the call. */
        ResponseUsage: {
            /** @description Input tokens. */
            input_tokens: number;
            /** @description Breakdown of the input tokens. */
            input_tokens_details?: {
                /** @description Tokens read from the cache, included in the input tokens. */
                cached_tokens?: number;
                /** @description Tokens written to the cache, included in the input tokens. */
                cache_write_tokens?: number;
                /** @description Tokens written to the cache, by cache lifetime. */
                cache_write_tokens_details?: {
                    /** @description Tokens cached for 30 minutes. */
                    ttl_30m_tokens?: number;
                    /** @description Tokens cached for 12 hours. */
                    ttl_12h_tokens?: number;
                } | null;
            };
            /** @description Output tokens. */
            output_tokens: number;
            /** @description Breakdown of the output tokens. */
            output_tokens_details?: {
                /** @description Reasoning tokens, included in the output tokens. */
                reasoning_tokens?: number;
            };
            /** @description All tokens, input and output. */
            total_tokens: number;
        };
        /** @description A check that the user must acknowledge. */
        SafetyCheck: {
            /** @description Id of the check. */
            id: string;
            /** @description Name of the check. */
            code?: string | null;
            /** @description What happened, why, and what to do. */
            message?: string | null;
        };
        /** @description A screenshot. */
        ScreenshotAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "screenshot";
        };
        /** @description A screenshot. */
        ScreenshotContent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_screenshot";
            /** @description Address of the image, or a data URL with its bytes. */
            image_url: string | null;
            /** @description Id of an uploaded file. */
            file_id: string | null;
            /** @description How closely to look: `low` is cheap, `high` sees more and costs more tokens. */
            detail: string;
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        /** @description A scroll. */
        ScrollAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "scroll";
            /** @description Horizontal position in pixels, from the left. */
            x: number;
            /** @description Vertical position in pixels, from the top. */
            y: number;
            /** @description Pixels to scroll horizontally. */
            scroll_x: number;
            /** @description Pixels to scroll vertically. */
            scroll_y: number;
            /** @description Keys held down. */
            keys?: string[] | null;
        };
        /** @description A search. */
        SearchAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search";
            /**
             * @deprecated
             * @description What was searched for.
             */
            query?: string | null;
            /** @description What was searched for. */
            queries?: string[] | null;
            /** @description What was found. */
            sources?: {
                /** @description Whether it is a page, or data of a service. */
                type: string;
                /** @description Address of the page. */
                url?: string;
                /** @description Name of the service. */
                name?: string;
            }[] | null;
        };
        /**
         * @description Speed and price class of the provider.
         * @default auto
         */
        ServiceTier: string | null;
        /** @description Settings of the session. */
        SessionRequest: {
            /** @description Model of the session. */
            model?: string;
            /** @description When the secret expires. */
            client_secret?: {
                expires_after?: components["schemas"]["ExpiresAfter"];
            };
        } & {
            [key: string]: unknown;
        };
        /** @description Settings of a realtime session, as in `session.update`. They are sent to the provider when the session opens. At most 4 KiB of JSON. */
        SessionSettings: {
            /** @description Kind of session. Only `realtime` is supported. */
            type?: string;
            /** @description Model of the sessions. If it is set, the secret opens sessions of this model only. */
            model?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The settings of the session, with the secret that opens it. */
        SessionWithSecret: {
            /** @description The secret, which is shown only once. */
            client_secret: {
                /** @description The secret. It begins with `ek_`. */
                value: string;
                /** @description Unix time in seconds after which it no longer opens sessions. */
                expires_at: number;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description Commands. */
        ShellAction: {
            /** @description The commands, run one after the other. */
            commands: string[];
            /** @description Maximum time that it may run, in milliseconds. */
            timeout_ms?: number | null;
            /** @description Maximum output to keep, in characters. */
            max_output_length?: number | null;
        };
        /** @description Commands for a shell. */
        ShellCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call";
            /** @description Id. */
            id: string;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description The commands. */
            action: components["schemas"]["ShellAction"];
            /** @description Status of the item. */
            status: string;
            /** @description Where it runs. */
            environment?: components["schemas"]["ShellEnvironment"] | null;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description A shell call. */
        ShellCallInput: {
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call";
            /** @description The commands. */
            action: components["schemas"]["ShellAction"];
            /** @description Status of the item. */
            status?: string | null;
            /** @description Where it runs. */
            environment?: components["schemas"]["ShellEnvironment"] | null;
        };
        /** @description Output of the commands. */
        ShellCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call_output";
            /** @description Id. */
            id: string;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /** @description Status of the item. */
            status: string;
            /** @description Output of each command, in order. */
            output: components["schemas"]["ShellOutput"][];
            /** @description Maximum output to keep, in characters. */
            max_output_length: number | null;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description Output of a shell call. */
        ShellCallOutputInput: {
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id: string;
            /** @description Author of the call: the model itself, or a program it wrote. */
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call_output";
            /** @description Output of each command, in order. */
            output: components["schemas"]["ShellOutput"][];
            /** @description Status of the item. */
            status?: string | null;
            /** @description Maximum output to keep, in characters. */
            max_output_length?: number | null;
        };
        /** @description Run commands. */
        ShellChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell";
        };
        /** @description A command begins. */
        ShellCommandAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_command.added";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the command within the call. */
            command_index: number;
            /** @description The command. */
            command: string;
        };
        /** @description The next piece of a command. */
        ShellCommandDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_command.delta";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the command within the call. */
            command_index: number;
            /** @description Next piece of the command. */
            delta: string;
            /** @description Padding that hides the length of the piece from observers. Ignore it; `stream_options.include_obfuscation: false` omits it. */
            obfuscation?: string;
        };
        /** @description A command is complete. */
        ShellCommandDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_command.done";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the command within the call. */
            command_index: number;
            /** @description The command. */
            command: string;
        };
        /** @description Where commands run. */
        ShellEnvironment: components["schemas"]["LocalEnvironment"] | components["schemas"]["ContainerReference"];
        /** @description The command exited. */
        ShellExit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "exit";
            /** @description Exit code. */
            exit_code: number;
        };
        /** @description How a command ended. */
        ShellOutcome: components["schemas"]["ShellTimeout"] | components["schemas"]["ShellExit"];
        /** @description Output of one command. */
        ShellOutput: {
            /** @description Standard output. */
            stdout: string;
            /** @description Standard error. */
            stderr: string;
            /** @description How it ended. */
            outcome: components["schemas"]["ShellOutcome"];
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description The next output of a command. */
        ShellOutputDelta: {
            /** @description Standard output. */
            stdout?: string;
            /** @description Standard error. */
            stderr?: string;
        };
        /** @description The next output of a command. */
        ShellOutputDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_output_content.delta";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the command within the call. */
            command_index: number;
            /** @description The next output of the command. */
            delta: components["schemas"]["ShellOutputDelta"];
        };
        /** @description The output of a command is complete. */
        ShellOutputDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_output_content.done";
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Position of the command within the call. */
            command_index: number;
            /** @description Output of the command. */
            output: components["schemas"]["ShellOutput"][];
        };
        /** @description It timed out. */
        ShellTimeout: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "timeout";
        };
        /** @description Lets the model run commands. */
        ShellTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell";
            /** @description Where it runs. */
            environment?: components["schemas"]["ShellToolEnvironment"] | null;
            /** @description Who may call it. */
            allowed_callers?: string[] | null;
        };
        /** @description Where commands run. */
        ShellToolEnvironment: components["schemas"]["AutoContainer"] | components["schemas"]["LocalEnvironment"] | components["schemas"]["ContainerReference"];
        /** @description A skill stored by the provider. */
        SkillReference: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "skill_reference";
            /** @description Id of the skill. */
            skill_id: string;
            /** @description Version. Default: the newest. */
            version?: string;
        };
        /** @description The next piece of audio. */
        SpeechDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "speech.audio.delta";
            /** @description The next piece of audio as base64. */
            audio: string;
        };
        /** @description The end of the stream, with usage. */
        SpeechDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "speech.audio.done";
            /** @description Tokens used, which determine the charge. */
            usage: {
                /** @description Input tokens. */
                input_tokens: number;
                /** @description Output tokens. */
                output_tokens: number;
                /** @description All tokens, input and output. */
                total_tokens: number;
            };
        };
        /** @description An event of speech; `type` says which kind. */
        SpeechEvent: components["schemas"]["SpeechDeltaEvent"] | components["schemas"]["SpeechDoneEvent"];
        /** @description What to say, and with which voice. */
        SpeechRequest: {
            /** @description Id of the model. It determines the Product that is billed. */
            model: string;
            /** @description What to say. Most models accept up to 4,096 characters. */
            input: string;
            /** @description How to say it. */
            instructions?: string | null;
            /** @description The voice: one of the provider's by its name, or your own by its id. Most models require it. */
            voice?: components["schemas"]["VoiceChoice"];
            /**
             * @description Audio file format.
             * @default mp3
             */
            response_format?: string;
            /**
             * @description Speed of speech. Most models accept 0.25 to 4.
             * @default 1
             */
            speed?: number | null;
            /**
             * @description `audio` for the bytes as they arrive, `sse` for events.
             * @default audio
             * @enum {string}
             */
            stream_format?: "sse" | "audio";
        };
        /** @description Sequences at which the model stops generating. Most models accept up to 4. */
        StopSequences: string | string[] | null;
        /** @description A message of a stored completion. */
        StoredChatMessage: {
            /** @description Id of the message. */
            id: string;
            /** @description Role of the author. */
            role: string;
            /** @description What is said: text, or a list of parts. */
            content?: string | null;
            /** @description The parts, if the content was a list. */
            content_parts?: components["schemas"]["UserContentPart"][] | null;
            /** @description Name of the speaker, if provided. */
            name?: string | null;
            /** @description What the model said when it declined. */
            refusal?: string | null;
            /** @description Tool calls that the model requests. */
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            /** @description A call of a function, in the legacy form. */
            function_call?: components["schemas"]["LegacyFunctionCall"];
            /** @description Sources of the text. */
            annotations?: components["schemas"]["ChatAnnotations"];
            /** @description The audio that was spoken. */
            audio?: components["schemas"]["ChatAudio"];
            /** @description Id of the call that this answers. */
            tool_call_id?: string | null;
        };
        /** @description Text of a summary. */
        SummaryText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "summary_text";
            /** @description The text. */
            text: string;
        };
        /** @description How to write SVG. */
        SvgSettings: {
            /** @description Id of the model that writes it, in addition to the image model. */
            model?: string;
            /** @description How that model thinks first. */
            reasoning?: {
                /** @description How long to think. */
                effort?: components["schemas"]["ReasoningEffort"];
            } | null;
        };
        /** @description Tokens of the model that wrote SVG. */
        SvgUsage: {
            /** @description Id of the model. */
            model?: string;
            /** @description Input tokens. */
            input_tokens: number;
            /** @description Output tokens. */
            output_tokens: number;
            /** @description Reasoning tokens, included in the output tokens. */
            reasoning_tokens?: number;
            /** @description All tokens, input and output. */
            total_tokens: number;
        };
        /** @description Instructions, in the form for older models. */
        SystemMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "system";
            /** @description Instructions. */
            content: string | components["schemas"]["InstructionContentPart"][];
            /** @description Distinguishes participants with the same role. */
            name?: string | null;
        };
        /** @description Format of the text. */
        TextFormat: components["schemas"]["PlainTextFormat"] | components["schemas"]["TextFormatJsonSchema"] | components["schemas"]["JsonObjectFormat"];
        /** @description JSON that follows a schema. */
        TextFormatJsonSchema: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json_schema";
            /** @description Name of the format. Some providers require it. */
            name?: string;
            /** @description JSON Schema that the text must follow. */
            schema: {
                [key: string]: unknown;
            };
            /** @description What the text is for. The model reads it. */
            description?: string | null;
            /** @description Require the model to follow the schema exactly. */
            strict?: boolean | null;
        };
        /** @description Text. */
        TextPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            text: string;
            /** @description Ends a prefix that the provider should cache. */
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        /** @description Format and length of the text. */
        TextSettings: {
            /** @description Format of the text. */
            format?: components["schemas"]["TextFormat"];
            /** @description How detailed the answer should be. */
            verbosity?: components["schemas"]["Verbosity"];
        };
        /** @description A part of thinking. */
        ThinkingContent: components["schemas"]["ReasoningText"] | components["schemas"]["PlainText"];
        /** @description A token and its likelihood. */
        TokenLogprob: {
            /** @description The token. */
            token: string;
            /** @description Natural logarithm of its probability. */
            logprob: number;
            /** @description UTF-8 bytes of the token; null if it has no such representation. */
            bytes: number[] | null;
            /** @description The most likely tokens at this position. */
            top_logprobs: {
                /** @description The token. */
                token: string;
                /** @description Natural logarithm of its probability. */
                logprob: number;
                /** @description UTF-8 bytes of the token; null if it has no such representation. */
                bytes: number[] | null;
            }[];
        };
        /** @description A tool; `type` says which kind. Unknown kinds are passed to the provider. */
        Tool: components["schemas"]["FunctionTool"] | components["schemas"]["WebSearchTool"] | components["schemas"]["WebSearchToolDated"] | components["schemas"]["WebSearchPreviewTool"] | components["schemas"]["WebSearchPreviewToolDated"] | components["schemas"]["FileSearchTool"] | components["schemas"]["CustomTool"] | components["schemas"]["McpTool"] | components["schemas"]["CodeInterpreterTool"] | components["schemas"]["ImageGenerationTool"] | components["schemas"]["ComputerTool"] | components["schemas"]["ComputerUsePreviewTool"] | components["schemas"]["ShellTool"] | components["schemas"]["LocalShellTool"] | components["schemas"]["ApplyPatchTool"] | components["schemas"]["NamespaceTool"] | components["schemas"]["ToolSearchTool"] | components["schemas"]["ProgrammaticTool"];
        /** @description Author of a call. */
        ToolCallCaller: components["schemas"]["DirectCaller"] | components["schemas"]["ProgramCaller"];
        /** @description `none` calls no tool, `auto` lets the model choose, `required` calls at least one tool. An object selects one particular tool. */
        ToolChoice: string | components["schemas"]["ToolChoiceObject"];
        /** @description A particular tool, or a choice among some. */
        ToolChoiceObject: components["schemas"]["FunctionChoice"] | components["schemas"]["AllowedToolsChoice"] | components["schemas"]["McpChoice"] | components["schemas"]["CustomToolChoice"] | components["schemas"]["ProgrammaticChoice"] | components["schemas"]["ApplyPatchChoice"] | components["schemas"]["ShellChoice"] | components["schemas"]["FileSearchChoice"] | components["schemas"]["WebSearchPreviewChoice"] | components["schemas"]["WebSearchPreviewDatedChoice"] | components["schemas"]["ComputerChoice"] | components["schemas"]["ComputerUseChoice"] | components["schemas"]["ComputerUsePreviewChoice"] | components["schemas"]["ImageGenerationChoice"] | components["schemas"]["CodeInterpreterChoice"];
        /** @description Result of a tool. */
        ToolMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "tool";
            /** @description Id of the call that this answers. Most providers require it; for some, a result without it answers the last call. */
            tool_call_id?: string | null;
            /** @description Result of the tool: text, or parts as in a message of the user. */
            content: string | components["schemas"]["UserContentPart"][] | null;
            /** @description Name of the tool, if a provider requires it. */
            name?: string | null;
        };
        /** @description A search for tools. */
        ToolSearchCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_call";
            /** @description Id. */
            id: string;
            /** @description Id that links a tool call to its output. */
            call_id: string | null;
            /** @description Where the search runs: at the provider or at the client. */
            execution: string;
            /** @description What was searched for. */
            arguments: unknown;
            /** @description Status of the item. */
            status: string;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description A search for tools. */
        ToolSearchCallInput: {
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_call";
            /** @description Where the search runs: at the provider or at the client. */
            execution?: string;
            /** @description What was searched for. */
            arguments: {
                [key: string]: unknown;
            };
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Tools that a search found. */
        ToolSearchOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_output";
            /** @description Id. */
            id: string;
            /** @description Id that links a tool call to its output. */
            call_id: string | null;
            /** @description Where the search runs: at the provider or at the client. */
            execution: string;
            /** @description Tools that were found. */
            tools: components["schemas"]["Tool"][];
            /** @description Status of the item. */
            status: string;
            /** @description Author of the item. */
            created_by?: string;
        };
        /** @description Tools that a search found. */
        ToolSearchOutputInput: {
            /** @description Id. */
            id?: string | null;
            /** @description Id that links a tool call to its output. */
            call_id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_output";
            /** @description Where the search runs: at the provider or at the client. */
            execution?: string;
            /** @description Tools that were found. */
            tools: components["schemas"]["Tool"][];
            /** @description Status of the item. */
            status?: string | null;
        };
        /** @description Lets the model search for tools. */
        ToolSearchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search";
            /** @description Where the search runs: at the provider or at the client. */
            execution?: string;
            /** @description What can be searched for. The model reads it. */
            description?: string | null;
            /** @description JSON Schema of the arguments. */
            parameters?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What built-in tools used. */
        ToolUsage: {
            /** @description Tokens of image generation. */
            image_gen?: {
                /** @description Input tokens. */
                input_tokens?: number;
                /** @description Breakdown of the input tokens. */
                input_tokens_details?: components["schemas"]["ImageTokenDetails"];
                /** @description Tokens read from the cache, included in the input tokens. */
                cached_tokens?: number;
                /** @description What those consist of. */
                cached_tokens_details?: {
                    /** @description Tokens of images. */
                    cached_image_tokens?: number;
                    /** @description Tokens of text. */
                    cached_text_tokens?: number;
                };
                /** @description Output tokens. */
                output_tokens?: number;
                /** @description Breakdown of the output tokens. */
                output_tokens_details?: components["schemas"]["ImageTokenDetails"];
                /** @description All tokens, input and output. */
                total_tokens?: number;
            } | null;
            /** @description Web searches. */
            web_search?: {
                /** @description How many the provider charges. */
                num_requests?: number;
            } | null;
        };
        /** @description The text. */
        Transcription: {
            /** @description The whole text. */
            text: string;
            /** @description Languages spoken. */
            languages?: components["schemas"]["TranscriptionLanguage"][];
            /** @description Log probabilities of the output tokens. */
            logprobs?: {
                /** @description The token. */
                token?: string;
                /** @description Natural logarithm of its probability. */
                logprob?: number;
                /** @description UTF-8 bytes of the token; null if it has no such representation. */
                bytes?: number[];
            }[];
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["TranscriptionUsage"];
        };
        /** @description The next piece of text. */
        TranscriptionDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transcript.text.delta";
            /** @description The next piece of text. */
            delta: string;
            /** @description Log probabilities of the output tokens. */
            logprobs?: {
                /** @description The token. */
                token?: string;
                /** @description Natural logarithm of its probability. */
                logprob?: number;
                /** @description UTF-8 bytes of the token; null if it has no such representation. */
                bytes?: number[];
            }[];
            /** @description Id of the segment. */
            segment_id?: string;
        };
        /** @description The end of the stream, with the whole text. */
        TranscriptionDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transcript.text.done";
            /** @description The whole text. */
            text: string;
            /** @description Languages spoken. */
            languages?: components["schemas"]["TranscriptionLanguage"][];
            /** @description Log probabilities of the output tokens. */
            logprobs?: {
                /** @description The token. */
                token?: string;
                /** @description Natural logarithm of its probability. */
                logprob?: number;
                /** @description UTF-8 bytes of the token; null if it has no such representation. */
                bytes?: number[];
            }[];
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["TranscriptionTokenUsage"];
        };
        /** @description Seconds of audio. */
        TranscriptionDurationUsage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "duration";
            /** @description Seconds of audio. */
            seconds: number;
        };
        /** @description An event of a transcription; `type` says which kind. */
        TranscriptionEvent: components["schemas"]["TranscriptionSegmentEvent"] | components["schemas"]["TranscriptionDeltaEvent"] | components["schemas"]["TranscriptionDoneEvent"];
        /** @description The recording, and how to transcribe it. */
        TranscriptionForm: {
            /**
             * Format: binary
             * @description The recording: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav or webm.
             */
            file: string;
            /** @description Id of the model. It determines the Product that is billed. */
            model: string;
            /** @description Language spoken, as ISO 639-1. Setting it improves the result. */
            language?: string;
            /** @description Languages to expect, one field each. */
            "languages[]"?: string[];
            /** @description Words to expect, one field each. */
            "keywords[]"?: string[];
            /** @description Text to continue from, in the language spoken. */
            prompt?: string;
            /**
             * @description Form of the text: `json`, `verbose_json` with times, `diarized_json` with speakers, plain `text`, or subtitles as `srt` or `vtt`.
             * @default json
             */
            response_format?: string;
            /**
             * @description Randomness of the text, 0 to 1.
             * @default 0
             */
            temperature?: number;
            /** @description Extra parts to include, one field each. */
            "include[]"?: string[];
            /** @description Which timestamps to report, one field each. Only with `verbose_json`. */
            "timestamp_granularities[]"?: string[];
            /**
             * @description Send the text as events while it is transcribed.
             * @default false
             */
            stream?: boolean;
            /** @description How the recording is split before it is transcribed. */
            chunking_strategy?: string | components["schemas"]["VoiceActivityDetection"];
            /** @description Names for speakers, one field each, up to 4. */
            "known_speaker_names[]"?: string[];
            /** @description A short sample of each named speaker as a data URL, in the same order. */
            "known_speaker_references[]"?: string[];
        };
        /** @description A detected language. */
        TranscriptionLanguage: {
            /** @description Language, as ISO 639-1. */
            code: string;
        };
        /** @description A segment of text and when it was said. */
        TranscriptionSegment: {
            /** @description Number of the segment, from 0. */
            id: number;
            /** @description Position at which the segment was searched for, in hundredths of a second. */
            seek: number;
            /** @description Start, in seconds. */
            start: number;
            /** @description End, in seconds. */
            end: number;
            /** @description The text. */
            text: string;
            /** @description Token ids. */
            tokens: number[];
            /** @description Randomness with which the text was chosen. */
            temperature: number;
            /** @description Mean log probability. Below -1 the text is doubtful. */
            avg_logprob: number;
            /** @description How well the text compresses. Above 2.4 it is doubtful. */
            compression_ratio: number;
            /** @description Probability that this segment has no speech. */
            no_speech_prob: number;
        };
        /** @description A segment of text by one speaker. */
        TranscriptionSegmentEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transcript.text.segment";
            /** @description Id of the segment. */
            id: string;
            /** @description Start, in seconds. */
            start: number;
            /** @description End, in seconds. */
            end: number;
            /** @description The text. */
            text: string;
            /** @description Role of the author. */
            speaker: string;
        };
        /** @description Tokens. */
        TranscriptionTokenUsage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tokens";
            /** @description Input tokens. */
            input_tokens: number;
            /** @description Breakdown of the input tokens. */
            input_token_details?: {
                /** @description Tokens of text. */
                text_tokens?: number;
                /** @description Audio tokens. */
                audio_tokens?: number;
            };
            /** @description Output tokens. */
            output_tokens: number;
            /** @description All tokens, input and output. */
            total_tokens: number;
        };
        /** @description What was used: tokens or seconds, as the model counts. */
        TranscriptionUsage: components["schemas"]["TranscriptionTokenUsage"] | components["schemas"]["TranscriptionDurationUsage"];
        /** @description A word and when it was said. */
        TranscriptionWord: {
            /** @description The word. */
            word: string;
            /** @description Start, in seconds. */
            start: number;
            /** @description End, in seconds. */
            end: number;
        };
        /** @description The English text. */
        Translation: {
            /** @description The English text. */
            text: string;
        };
        /** @description The recording to translate into English. */
        TranslationForm: {
            /**
             * Format: binary
             * @description The recording: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav or webm.
             */
            file: string;
            /** @description Id of the model. */
            model: string;
            /** @description Text to continue from, in English. */
            prompt?: string;
            /**
             * @description Format of the text.
             * @default json
             */
            response_format?: string;
            /**
             * @description Randomness of the text, 0 to 1.
             * @default 0
             */
            temperature?: number;
        };
        /** @description Text to type. */
        TypeAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "type";
            /** @description Text to type. */
            text: string;
        };
        /** @description An item; `type` says which kind. Unknown kinds are passed to the provider. */
        TypedInputItem: components["schemas"]["InputMessageItem"] | components["schemas"]["FunctionCall"] | components["schemas"]["FunctionCallOutputInput"] | components["schemas"]["ReasoningInput"] | components["schemas"]["ItemReference"] | components["schemas"]["FileSearchCallInput"] | components["schemas"]["ComputerCallInput"] | components["schemas"]["ComputerCallOutputInput"] | components["schemas"]["WebSearchCallInput"] | components["schemas"]["ToolSearchCallInput"] | components["schemas"]["ToolSearchOutputInput"] | components["schemas"]["AdditionalToolsInput"] | components["schemas"]["CompactionInput"] | components["schemas"]["CompactionTrigger"] | components["schemas"]["ImageGenerationCallInput"] | components["schemas"]["CodeInterpreterCallInput"] | components["schemas"]["LocalShellCallInput"] | components["schemas"]["LocalShellCallOutputInput"] | components["schemas"]["ShellCallInput"] | components["schemas"]["ShellCallOutputInput"] | components["schemas"]["ApplyPatchCallInput"] | components["schemas"]["ApplyPatchCallOutputInput"] | components["schemas"]["McpListToolsInput"] | components["schemas"]["McpApprovalRequestInput"] | components["schemas"]["McpApprovalResponse"] | components["schemas"]["McpCallInput"] | components["schemas"]["CustomToolCallOutput"] | components["schemas"]["CustomToolCall"] | components["schemas"]["ProgramInput"] | components["schemas"]["ProgramOutputInput"] | components["schemas"]["ConfigurationUpdate"];
        /** @description Change a file. */
        UpdateFileOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "update_file";
            /** @description Path of the file. */
            path: string;
            /** @description The change, as a diff. */
            diff: string;
        };
        /** @description A page that was cited. */
        UrlCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url_citation";
            /** @description Address of the page. */
            url: string;
            /** @description First character that the source supports. */
            start_index?: number;
            /** @description Last character that the source supports. */
            end_index?: number;
            /** @description Title of the page. */
            title?: string;
        };
        /** @description A part of what a user says, or of a tool result. */
        UserContentPart: components["schemas"]["TextPart"] | components["schemas"]["ImagePart"] | components["schemas"]["AudioPart"] | components["schemas"]["FilePart"];
        /** @description What the user says. */
        UserMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "user";
            /** @description What the user says: text, or parts of text, images, audio and files. */
            content: string | components["schemas"]["UserContentPart"][];
            /** @description Distinguishes participants with the same role. */
            name?: string | null;
        };
        /** @description The text with times. */
        VerboseTranscription: {
            /** @description What was done. */
            task?: string;
            /** @description Language spoken. */
            language: string;
            /** @description Length of the recording, in seconds. */
            duration: number;
            /** @description The whole text. */
            text: string;
            /** @description The words with their times. */
            words?: components["schemas"]["TranscriptionWord"][];
            /** @description Segments of the text with their times. */
            segments?: components["schemas"]["TranscriptionSegment"][];
            /** @description Tokens used, which determine the charge. */
            usage?: components["schemas"]["TranscriptionUsage"];
        };
        /** @description The English text with times. */
        VerboseTranslation: {
            /** @description What was done. */
            task?: string;
            /** @description Language spoken. */
            language: string;
            /** @description Length of the recording, in seconds. */
            duration: number;
            /** @description The English text. */
            text: string;
            /** @description Segments of the text with their times. */
            segments?: components["schemas"]["TranscriptionSegment"][];
        };
        /**
         * @description How detailed the answer should be.
         * @default medium
         */
        Verbosity: string | null;
        /** @description A voice of your own. */
        Voice: {
            /** @constant */
            object: "audio.voice";
            /** @description Id of the voice, for use as `voice` in speech requests. */
            id: string;
            /** @description Name of the voice. */
            name: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
            /** @description Whether it is created from a sample or from a description. */
            type?: string;
            /** @description Description that the voice was created from. */
            prompt?: string;
        };
        /** @description Split at pauses in speech. */
        VoiceActivityDetection: {
            /** @constant */
            type: "server_vad";
            /**
             * @description Audio to keep before speech begins, in milliseconds.
             * @default 300
             */
            prefix_padding_ms?: number;
            /**
             * @description Silence that ends a segment of speech, in milliseconds.
             * @default 200
             */
            silence_duration_ms?: number;
            /**
             * @description Level from which audio counts as speech, 0 to 1.
             * @default 0.5
             */
            threshold?: number;
        };
        /** @description A voice of the provider by its name, or one of your own by its id. A voice of another owner is a 403. */
        VoiceChoice: string | {
            /** @description Id of the voice. */
            id: string;
        };
        /** @description A speaker's recorded consent. */
        VoiceConsent: {
            /** @constant */
            object: "audio.voice_consent";
            /** @description Id of the consent; pass it when you create the voice. */
            id: string;
            /** @description Name of the consent. */
            name: string;
            /** @description Language of the recording, as BCP 47. */
            language: string;
            /** @description Time of creation, Unix time in seconds. */
            created_at: number;
        };
        /** @description A deleted consent. */
        VoiceConsentDeleted: {
            /** @description Id of the deleted consent. */
            id: string;
            /** @constant */
            object: "audio.voice_consent";
            /** @description Whether it was deleted. */
            deleted: boolean;
        };
        /** @description A consent recording to upload. */
        VoiceConsentForm: {
            /** @description Name of the consent. */
            name: string;
            /**
             * Format: binary
             * @description The recorded consent.
             */
            recording: string;
            /** @description Language of the recording, as BCP 47. */
            language: string;
        };
        /** @description A page of consents. */
        VoiceConsentList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["VoiceConsent"][];
            /** @description Id of the first entry of the page. */
            first_id?: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id?: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
        };
        /** @description A new name. */
        VoiceConsentUpdate: {
            /** @description New name of the consent. */
            name: string;
        };
        /** @description A deleted voice. */
        VoiceDeleted: {
            /** @description Id of the deleted voice. */
            id: string;
            /** @constant */
            object: "audio.voice.deleted";
            /** @description Whether it was deleted. */
            deleted: boolean;
        };
        /** @description A voice to create: `audio_sample` with `consent`, or `prompt`. */
        VoiceForm: {
            /** @description Name of the voice. */
            name: string;
            /**
             * @description Whether it is created from a sample or from a description.
             * @default audio_sample
             */
            type?: string;
            /**
             * Format: binary
             * @description Sample of the voice.
             */
            audio_sample?: string;
            /** @description Id of the consent recording of the same speaker. */
            consent?: string;
            /** @description Description of the voice, for `type: prompt`. */
            prompt?: string;
            /** @description Model that creates the voice. */
            model?: string;
            /** @description Text to speak when the voice is created. */
            script_hint?: string;
        };
        /** @description A page of voices. */
        VoiceList: {
            /** @constant */
            object: "list";
            /** @description The entries. */
            data: components["schemas"]["Voice"][];
            /** @description Id of the first entry of the page. */
            first_id?: string | null;
            /** @description Id of the last entry of the page. Send it as `after` for the next page. */
            last_id?: string | null;
            /** @description Whether more entries follow. */
            has_more: boolean;
        };
        /** @description A pause. */
        WaitAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wait";
        };
        /** @description A step of a search. */
        WebSearchAction: components["schemas"]["SearchAction"] | components["schemas"]["OpenPageAction"] | components["schemas"]["FindInPageAction"];
        /** @description A web search. */
        WebSearchCall: {
            /** @constant */
            type: "web_search_call";
            /** @description Id. */
            id: string;
            /** @description Status of the item. */
            status: string;
        } & (components["schemas"]["WebSearchCallInput"] & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_call";
        });
        /** @description A web search, sent back by the client. Stateless clients may omit its id. */
        WebSearchCallInput: {
            /** @description Id. */
            id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_call";
            /** @description Status of the item. */
            status?: string | null;
            /** @description What was done. */
            action?: components["schemas"]["WebSearchAction"] | null;
        };
        /** @description A web search is complete. */
        WebSearchCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.web_search_call.completed";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description A web search begins. */
        WebSearchInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.web_search_call.in_progress";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description An approximate location. */
        WebSearchLocation: {
            /** @description Country, two letters. */
            country?: string;
            /** @description Region. */
            region?: string;
            /** @description City. */
            city?: string;
            /** @description IANA time zone. */
            timezone?: string;
        };
        /** @description Search the web. */
        WebSearchPreviewChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview";
        };
        /** @description Search the web, by the name of a version. */
        WebSearchPreviewDatedChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview_2025_03_11";
        };
        /** @description Lets the model search the web, in its first form. */
        WebSearchPreviewTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview";
            /** @description Approximate location of the user. */
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            /** @description How much of the pages found to read. */
            search_context_size?: string;
            /** @description What to look for. */
            search_content_types?: string[];
        };
        /** @description Lets the model search the web, in its first form, by the name of a version. */
        WebSearchPreviewToolDated: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview_2025_03_11";
            /** @description Approximate location of the user. */
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            /** @description How much of the pages found to read. */
            search_context_size?: string;
            /** @description What to look for. */
            search_content_types?: string[];
        };
        /** @description The web is being searched. */
        WebSearchSearchingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.web_search_call.searching";
            /** @description Position of the output item in `output`. */
            output_index: number;
            /** @description Id of the output item. */
            item_id: string;
            /** @description Position of this event in the stream, counted from 0 without gaps. */
            sequence_number: number;
        };
        /** @description Lets the model search the web. */
        WebSearchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search";
            /**
             * @description Whether live pages may be fetched, or only those in the index.
             * @default true
             */
            external_web_access?: boolean;
            /** @description Where to look. */
            filters?: {
                /** @description Search only these domains and their subdomains. */
                allowed_domains?: string[] | null;
            } | null;
            /** @description Approximate location of the user. */
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            /**
             * @description How much of the pages found to read.
             * @default medium
             */
            search_context_size?: string;
            /** @description What to look for. */
            search_content_types?: string[] | null;
            /** @description How much text a search may return. */
            return_token_budget?: string | null;
        };
        /** @description Lets the model search the web, by the name of a version. */
        WebSearchToolDated: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_2025_08_26";
            /**
             * @description Whether live pages may be fetched, or only those in the index.
             * @default true
             */
            external_web_access?: boolean;
            /** @description Where to look. */
            filters?: {
                /** @description Search only these domains and their subdomains. */
                allowed_domains?: string[] | null;
            } | null;
            /** @description Approximate location of the user. */
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            /**
             * @description How much of the pages found to read.
             * @default medium
             */
            search_context_size?: string;
            /** @description What to look for. */
            search_content_types?: string[] | null;
            /** @description How much text a search may return. */
            return_token_budget?: string | null;
        };
    };
    responses: {
        /** @description A value is invalid, the body is not JSON, a Product is missing on a voice route, or an upstream refused the request with 400. `error.param` names the field, parameter or header, if there is one. */
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The state of the object forbids this, or the upstream is congested. With `Retry-After`, send the same request again after that time. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is larger than this route accepts: 28 MiB on voice routes, 32 MiB for other JSON, 512 MiB for forms with files. Split it. */
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key is valid but may not do this: out of its usage scope, over a limit, out of credits or of storage, or using a voice of another owner. The message says which, with figures. */
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The path exists, but not with this method. `Allow` lists the methods that it has. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The model, Product, object or path does not exist for this key, or a drive file is older than three days. Objects of another workspace count as absent. */
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Any other 4xx: a request that HTTP itself forbids, or another status of the upstream with its sanitised message. */
        OtherError: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The file is not the version that the request asks for. */
        PreconditionFailed: {
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
                "application/json": components["schemas"]["ErrorResponse"];
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
                "content-range": components["headers"]["ContentRange"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The upstream, or the upload, did not finish in time: 5 minutes on voice routes; elsewhere 10 minutes to the first byte and 5 minutes of silence in a stream, unless configured otherwise. */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A temporary failure of the gateway or of the upstream. Back off exponentially; if the failure persists, quote the request id to support. Nothing was charged. */
        ServerError: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The gateway or the upstream cannot accept the call at the moment. Back off exponentially and send it again. */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The upstream limits the rate; the gateway never does so itself. Follow `Retry-After` if it is present, else back off exponentially. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-diglot-attempts": components["headers"]["Attempts"];
                "x-diglot-provider": components["headers"]["Provider"];
                "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No key was sent, or it is unknown, expired or revoked, or it was sent in `Authorization` without `Bearer`. Check the state of the key, then the header name, then the prefix. */
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The provider refused the request. Its message is passed on. */
        UnprocessableContent: {
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body has a content type that this operation does not accept. */
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The path is served over a WebSocket, and the request does not ask for one. */
        WebSocketRequired: {
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
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /**
         * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
         * @example item_7Kc2
         */
        After: string;
        /**
         * @description Id of a batch.
         * @example batch_1Uo5yBv8
         */
        BatchId: string;
        /**
         * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
         * @example true
         */
        Beta: string;
        /**
         * @description Id of a chat completion that was created with `store` set.
         * @example chatcmpl-9sZkq3Vt
         */
        CompletionId: string;
        /**
         * @description Id of a consent recording that your workspace owns.
         * @example cons_6Jt0wZa1
         */
        ConsentId: string;
        /**
         * @description Id of a conversation.
         * @example conv_5Rd2mYx7
         */
        ConversationId: string;
        /**
         * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
         * @example drive_7Lm3sCk6
         */
        DriveFileId: string;
        /**
         * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
         * @example true
         */
        DriveStore: "true" | "false";
        /**
         * @description Id of an uploaded or generated file.
         * @example file-4Np7xQe2
         */
        FileId: string;
        /**
         * @description Entries per page, 1 to 10,000.
         * @example 100
         */
        FileLimit: number;
        /**
         * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
         * @example order-7f3a
         */
        IdempotencyKey: string;
        /**
         * @description One or more values of `etag`, or `*`. If none is that of the file, the answer is 412.
         * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         */
        IfMatch: string;
        /**
         * @description A date. If the file is not newer, the answer is 304. Ignored with `If-None-Match`.
         * @example Fri, 20 Nov 2026 12:00:00 GMT
         */
        IfModifiedSince: string;
        /**
         * @description The `etag` of a version that you already have. If it is current, the answer is 304 without content.
         * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         */
        IfNoneMatch: string;
        /**
         * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
         * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         */
        IfRange: string;
        /**
         * @description A date. If the file is newer, the answer is 412. Ignored with `If-Match`.
         * @example Fri, 20 Nov 2026 12:00:00 GMT
         */
        IfUnmodifiedSince: string;
        /**
         * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
         * @example [
         *       "reasoning.encrypted_content"
         *     ]
         */
        Include: string[];
        /**
         * @description Applies to streams only, and is accepted because some SDKs send it.
         * @example false
         */
        IncludeObfuscation: boolean;
        /**
         * @description Id of an item of this conversation.
         * @example msg_3Hb6cLp9
         */
        ItemId: string;
        /**
         * @description Entries per page, 1 to 100.
         * @example 20
         */
        Limit: number;
        /**
         * @description Only completions whose metadata has all these pairs, for example `metadata[team]=search`.
         * @example {
         *       "team": "search"
         *     }
         */
        MetadataFilter: {
            [key: string]: string;
        };
        /**
         * @description Model id, as in the list of models. Send slashes in it as `%2F`.
         * @example gpt-5-mini
         */
        Model: string;
        /**
         * @description Only completions of this model.
         * @example gpt-5-mini
         */
        ModelFilter: string;
        /**
         * @description Ignored on this route. The `model` of the body selects the Product, and `x-diglot-product-sku` of the answer names it.
         * @example voice-standard
         */
        ModelProductSku: string;
        /**
         * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
         * @example warn
         */
        OnLoss: "error" | "warn";
        /**
         * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
         * @example responses=v1
         */
        OpenAiBeta: string;
        /**
         * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
         * @example org-example
         */
        OpenAiOrganization: string;
        /**
         * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
         * @example proj_example
         */
        OpenAiProject: string;
        /**
         * @description Order by time of creation. `asc` starts with the oldest, `desc` with the newest.
         * @example asc
         */
        OrderAscending: "asc" | "desc";
        /**
         * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
         * @example desc
         */
        OrderDescending: "asc" | "desc";
        /**
         * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
         * @example chat-small
         */
        ProductSku: string;
        /**
         * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
         * @example voice-standard
         */
        ProductSkuQuery: string;
        /**
         * @description Only files with this purpose.
         * @example batch
         */
        PurposeFilter: string;
        /**
         * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
         * @example bytes=0-1023
         */
        Range: string;
        /**
         * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
         * @example global
         */
        RegionCode: string;
        /**
         * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
         * @example checkout-7f3a
         */
        RequestId: string;
        /**
         * @description Id of a stored response.
         * @example resp_8Vw1nTq0
         */
        ResponseId: string;
        /**
         * @description Sequence number of a stream event. It has no effect without `stream`, and is accepted because some SDKs send it.
         * @example 0
         */
        StartingAfter: number;
        /**
         * @description Omit it or send `false`. A stored response cannot be resumed as a stream; `true` is answered with a 400.
         * @example false
         */
        StoredStream: false;
        /**
         * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        TraceParent: string;
        /**
         * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
         * @example chat-small
         */
        UnbilledProductSku: string;
        /**
         * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
         * @example chat-small
         */
        UnbilledProductSkuQuery: string;
        /**
         * @description Id of a voice that your workspace owns.
         * @example voice_2Gf8kDs4
         */
        VoiceId: string;
        /**
         * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
         * @example voice-standard
         */
        VoiceProductSku: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description `bytes`: `Range` requests are supported.
         * @example bytes
         */
        AcceptRanges: string;
        /**
         * @description Methods that this path supports.
         * @example GET, POST
         */
        Allow: string;
        /**
         * @description Fields whose meaning was preserved only approximately, separated by commas.
         * @example reasoning_effort
         */
        Approximated: string;
        /**
         * @description Targets that were tried in order, with their status. Only when a fallback was used.
         * @example openai;503, backup;200
         */
        Attempts: string;
        /**
         * @description Product that this call is billed to.
         * @example chat-small
         */
        BilledProductSku: string;
        /**
         * @description Credits charged for this call, as a decimal. Only on JSON answers of at most 1 MiB: the head of a stream, of bytes or of longer JSON is sent before the charge is known.
         * @example 0.000184500
         */
        Charge: string;
        /**
         * @description File name for downloads.
         * @example attachment; filename="input.jsonl"
         */
        ContentDisposition: string;
        /**
         * @description The range and the total length; for 416 only the total length.
         * @example bytes 0-1023/48211
         */
        ContentRange: string;
        /**
         * @description Id of the drive file that stores the bytes of this answer for three days; for several images, all ids, separated by commas.
         * @example drive_7Lm3sCk6
         */
        DriveFile: string;
        /**
         * @description Fields of your request that the model's wire format does not support and that were omitted, separated by commas.
         * @example logit_bias, seed
         */
        Dropped: string;
        /**
         * @description Source of the error: `gateway` for errors of the gateway, `upstream` for errors of the provider.
         * @example gateway
         */
        ErrorSource: "gateway" | "upstream";
        /**
         * @description Identifies this version of the content. Send it in `If-None-Match` or `If-Range`.
         * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         */
        Etag: string;
        /**
         * @description When the file was stored.
         * @example Fri, 20 Nov 2026 12:00:00 GMT
         */
        LastModified: string;
        /**
         * @description Provider that answered, as named in the catalogue.
         * @example openai
         */
        Provider: string;
        /**
         * @description Id of this request, under the name that the other SDK family reads.
         * @example req_6mTzX0bY2cVq8LdR4wKj1NsA
         */
        RequestIdCopy: string;
        /**
         * @description How long to wait before sending the same request again, in seconds or as an HTTP date. Forwarded from the upstream.
         * @example 20
         */
        RetryAfter: string;
        /**
         * @description The same wait in milliseconds, forwarded from the upstream.
         * @example 20000
         */
        RetryAfterMs: number;
        /**
         * @description `false` if SDKs must not retry: the request cannot succeed, or its work would be done twice.
         * @example false
         */
        ShouldRetry: "true" | "false";
        /**
         * @description The provider's own id of the call.
         * @example req_011CSy8qvNvv
         */
        UpstreamRequestId: string;
        /**
         * @description Id of this request, on every answer. The same value as `request-id`.
         * @example req_6mTzX0bY2cVq8LdR4wKj1NsA
         */
        XRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listChatCompletions: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Only completions of this model.
                 * @example gpt-5-mini
                 */
                model?: components["parameters"]["ModelFilter"];
                /**
                 * @description Only completions whose metadata has all these pairs, for example `metadata[team]=search`.
                 * @example {
                 *       "team": "search"
                 *     }
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `asc` starts with the oldest, `desc` with the newest.
                 * @example asc
                 */
                order?: components["parameters"]["OrderAscending"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of completions. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "chatcmpl-9sZkq3Vt",
                     *           "object": "chat.completion",
                     *           "created": 1795219200,
                     *           "model": "gpt-5-mini",
                     *           "choices": [
                     *             {
                     *               "index": 0,
                     *               "message": {
                     *                 "role": "assistant",
                     *                 "content": "Rain, clearing by noon.",
                     *                 "refusal": null,
                     *                 "annotations": []
                     *               },
                     *               "logprobs": null,
                     *               "finish_reason": "stop"
                     *             }
                     *           ],
                     *           "usage": {
                     *             "prompt_tokens": 13,
                     *             "completion_tokens": 6,
                     *             "total_tokens": 19,
                     *             "prompt_tokens_details": {
                     *               "cached_tokens": 0,
                     *               "audio_tokens": 0
                     *             },
                     *             "completion_tokens_details": {
                     *               "reasoning_tokens": 0,
                     *               "audio_tokens": 0
                     *             }
                     *           },
                     *           "service_tier": "default"
                     *         }
                     *       ],
                     *       "first_id": "chatcmpl-9sZkq3Vt",
                     *       "last_id": "chatcmpl-9sZkq3Vt",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createChatCompletion: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The messages and how to answer them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description The completion, or its stream. */
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
                    /**
                     * @example {
                     *       "id": "chatcmpl-9sZkq3Vt",
                     *       "object": "chat.completion",
                     *       "created": 1795219200,
                     *       "model": "gpt-5-mini",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "message": {
                     *             "role": "assistant",
                     *             "content": "Rain, clearing by noon.",
                     *             "refusal": null,
                     *             "annotations": []
                     *           },
                     *           "logprobs": null,
                     *           "finish_reason": "stop"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 13,
                     *         "completion_tokens": 6,
                     *         "total_tokens": 19,
                     *         "prompt_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "audio_tokens": 0
                     *         },
                     *         "completion_tokens_details": {
                     *           "reasoning_tokens": 0,
                     *           "audio_tokens": 0
                     *         }
                     *       },
                     *       "service_tier": "default"
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletion"];
                    /**
                     * @example data: {"id":"chatcmpl-9sZkq3Vt","object":"chat.completion.chunk","created":1795219200,"model":"gpt-5-mini","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]}
                     *
                     *     data: {"id":"chatcmpl-9sZkq3Vt","object":"chat.completion.chunk","created":1795219200,"model":"gpt-5-mini","choices":[{"index":0,"delta":{"content":"Rain, "},"logprobs":null,"finish_reason":null}]}
                     *
                     *     data: {"id":"chatcmpl-9sZkq3Vt","object":"chat.completion.chunk","created":1795219200,"model":"gpt-5-mini","choices":[{"index":0,"delta":{"content":"clearing by noon."},"logprobs":null,"finish_reason":null}]}
                     *
                     *     data: {"id":"chatcmpl-9sZkq3Vt","object":"chat.completion.chunk","created":1795219200,"model":"gpt-5-mini","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}
                     *
                     *     data: {"id":"chatcmpl-9sZkq3Vt","object":"chat.completion.chunk","created":1795219200,"model":"gpt-5-mini","choices":[],"usage":{"prompt_tokens":13,"completion_tokens":6,"total_tokens":19,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}}}
                     *
                     *     data: [DONE]
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    connectResponses: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection is now a WebSocket. */
            101: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            426: components["responses"]["WebSocketRequired"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createResponse: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The input and how to answer it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseRequest"];
            };
        };
        responses: {
            /** @description The response, or its stream of events. */
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
                    /**
                     * @example {
                     *       "id": "resp_8Vw1nTq0",
                     *       "object": "response",
                     *       "created_at": 1795219200,
                     *       "status": "completed",
                     *       "error": null,
                     *       "incomplete_details": null,
                     *       "instructions": null,
                     *       "max_output_tokens": null,
                     *       "model": "gpt-5-mini",
                     *       "output": [
                     *         {
                     *           "id": "msg_3Hb6cLp9",
                     *           "type": "message",
                     *           "status": "completed",
                     *           "role": "assistant",
                     *           "content": [
                     *             {
                     *               "type": "output_text",
                     *               "text": "Rain, clearing by noon.",
                     *               "annotations": [],
                     *               "logprobs": []
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": null,
                     *       "reasoning": {
                     *         "effort": "medium",
                     *         "summary": null
                     *       },
                     *       "store": true,
                     *       "temperature": 1,
                     *       "text": {
                     *         "format": {
                     *           "type": "text"
                     *         }
                     *       },
                     *       "tool_choice": "auto",
                     *       "tools": [],
                     *       "top_p": 1,
                     *       "truncation": "disabled",
                     *       "usage": {
                     *         "input_tokens": 13,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 6,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 19
                     *       },
                     *       "metadata": {},
                     *       "completed_at": 1795219202
                     *     }
                     */
                    "application/json": components["schemas"]["Response"];
                    /**
                     * @example event: response.created
                     *     data: {"type":"response.created","response":{"id":"resp_8Vw1nTq0","object":"response","created_at":1795219200,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"gpt-5-mini","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":"medium","summary":null},"store":true,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"metadata":{}},"sequence_number":0}
                     *
                     *     event: response.in_progress
                     *     data: {"type":"response.in_progress","response":{"id":"resp_8Vw1nTq0","object":"response","created_at":1795219200,"status":"in_progress","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"gpt-5-mini","output":[],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":"medium","summary":null},"store":true,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":null,"metadata":{}},"sequence_number":1}
                     *
                     *     event: response.output_item.added
                     *     data: {"type":"response.output_item.added","output_index":0,"item":{"id":"msg_3Hb6cLp9","type":"message","status":"in_progress","role":"assistant","content":[]},"sequence_number":2}
                     *
                     *     event: response.content_part.added
                     *     data: {"type":"response.content_part.added","item_id":"msg_3Hb6cLp9","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]},"sequence_number":3}
                     *
                     *     event: response.output_text.delta
                     *     data: {"type":"response.output_text.delta","item_id":"msg_3Hb6cLp9","output_index":0,"content_index":0,"delta":"Rain, clearing by noon.","logprobs":[],"sequence_number":4}
                     *
                     *     event: response.output_text.done
                     *     data: {"type":"response.output_text.done","item_id":"msg_3Hb6cLp9","output_index":0,"content_index":0,"text":"Rain, clearing by noon.","logprobs":[],"sequence_number":5}
                     *
                     *     event: response.content_part.done
                     *     data: {"type":"response.content_part.done","item_id":"msg_3Hb6cLp9","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Rain, clearing by noon.","annotations":[],"logprobs":[]},"sequence_number":6}
                     *
                     *     event: response.output_item.done
                     *     data: {"type":"response.output_item.done","output_index":0,"item":{"id":"msg_3Hb6cLp9","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Rain, clearing by noon.","annotations":[],"logprobs":[]}]},"sequence_number":7}
                     *
                     *     event: response.completed
                     *     data: {"type":"response.completed","response":{"id":"resp_8Vw1nTq0","object":"response","created_at":1795219200,"status":"completed","error":null,"incomplete_details":null,"instructions":null,"max_output_tokens":null,"model":"gpt-5-mini","output":[{"id":"msg_3Hb6cLp9","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Rain, clearing by noon.","annotations":[],"logprobs":[]}]}],"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":"medium","summary":null},"store":true,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":{"input_tokens":13,"input_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},"output_tokens":6,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":19},"metadata":{},"completed_at":1795219202},"sequence_number":8}
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createEmbedding: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
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
        /** @description What to embed, and with which model. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "text-embedding-3-small",
                 *       "input": [
                 *         "rain tomorrow",
                 *         "sun tomorrow"
                 *       ],
                 *       "encoding_format": "float"
                 *     }
                 */
                "application/json": components["schemas"]["EmbeddingRequest"];
            };
        };
        responses: {
            /** @description One vector per input. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "embedding",
                     *           "index": 0,
                     *           "embedding": [
                     *             0.0123,
                     *             -0.0456,
                     *             0.0789
                     *           ]
                     *         }
                     *       ],
                     *       "model": "text-embedding-3-small",
                     *       "usage": {
                     *         "prompt_tokens": 8,
                     *         "total_tokens": 8
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EmbeddingList"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "gpt-5-mini",
                     *           "object": "model",
                     *           "created": 1754524800,
                     *           "owned_by": "openai"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getKey: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
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
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createCompletion: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The prompt and how to continue it. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-3.5-turbo-instruct",
                 *       "prompt": "The rain will stop at",
                 *       "max_tokens": 4
                 *     }
                 */
                "application/json": components["schemas"]["CompletionRequest"];
            };
        };
        responses: {
            /** @description The continuations, or their stream. */
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
                    /**
                     * @example {
                     *       "id": "cmpl-2Fd8Lp",
                     *       "object": "text_completion",
                     *       "created": 1795219200,
                     *       "model": "gpt-3.5-turbo-instruct",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "text": " noon.",
                     *           "logprobs": null,
                     *           "finish_reason": "stop"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 5,
                     *         "completion_tokens": 2,
                     *         "total_tokens": 7
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Completion"];
                    /**
                     * @example data: {"id":"cmpl-2Fd8Lp","object":"text_completion","created":1795219200,"model":"gpt-3.5-turbo-instruct","choices":[{"index":0,"text":" noon.","logprobs":null,"finish_reason":null}]}
                     *
                     *     data: {"id":"cmpl-2Fd8Lp","object":"text_completion","created":1795219200,"model":"gpt-3.5-turbo-instruct","choices":[{"index":0,"text":"","logprobs":null,"finish_reason":"stop"}]}
                     *
                     *     data: [DONE]
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createModeration: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
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
        /** @description What to check. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": "I like rain.",
                 *       "model": "omni-moderation-latest"
                 *     }
                 */
                "application/json": components["schemas"]["ModerationRequest"];
            };
        };
        responses: {
            /** @description The findings, in the order of the inputs. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "modr-5Kp1",
                     *       "model": "omni-moderation-latest",
                     *       "results": [
                     *         {
                     *           "flagged": false,
                     *           "categories": {
                     *             "harassment": false,
                     *             "harassment/threatening": false,
                     *             "hate": false,
                     *             "hate/threatening": false,
                     *             "illicit": false,
                     *             "illicit/violent": false,
                     *             "self-harm": false,
                     *             "self-harm/instructions": false,
                     *             "self-harm/intent": false,
                     *             "sexual": false,
                     *             "sexual/minors": false,
                     *             "violence": false,
                     *             "violence/graphic": false
                     *           },
                     *           "category_scores": {
                     *             "harassment": 0.00001,
                     *             "harassment/threatening": 0.00002,
                     *             "hate": 0.00003,
                     *             "hate/threatening": 0.00004,
                     *             "illicit": 0.00005,
                     *             "illicit/violent": 0.00006,
                     *             "self-harm": 0.00007,
                     *             "self-harm/instructions": 0.00008,
                     *             "self-harm/intent": 0.00009,
                     *             "sexual": 0.0001,
                     *             "sexual/minors": 0.00011,
                     *             "violence": 0.00012,
                     *             "violence/graphic": 0.00013
                     *           },
                     *           "category_applied_input_types": {
                     *             "harassment": [
                     *               "text"
                     *             ],
                     *             "harassment/threatening": [
                     *               "text"
                     *             ],
                     *             "hate": [
                     *               "text"
                     *             ],
                     *             "hate/threatening": [
                     *               "text"
                     *             ],
                     *             "illicit": [
                     *               "text"
                     *             ],
                     *             "illicit/violent": [
                     *               "text"
                     *             ],
                     *             "self-harm": [
                     *               "text"
                     *             ],
                     *             "self-harm/instructions": [
                     *               "text"
                     *             ],
                     *             "self-harm/intent": [
                     *               "text"
                     *             ],
                     *             "sexual": [
                     *               "text"
                     *             ],
                     *             "sexual/minors": [
                     *               "text"
                     *             ],
                     *             "violence": [
                     *               "text"
                     *             ],
                     *             "violence/graphic": [
                     *               "text"
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Moderation"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createImage: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to generate. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-image-1-mini",
                 *       "prompt": "A harbour in the rain, watercolour",
                 *       "size": "1024x1024",
                 *       "quality": "low"
                 *     }
                 */
                "application/json": components["schemas"]["ImageRequest"];
            };
        };
        responses: {
            /** @description The images, or the stream of their events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageList"];
                    /**
                     * @example event: image_generation.partial_image
                     *     data: {"type":"image_generation.partial_image","b64_json":"iVBORw0KGgo=","created_at":1795219200,"size":"1024x1024","quality":"low","background":"opaque","output_format":"png","partial_image_index":0}
                     *
                     *     event: image_generation.completed
                     *     data: {"type":"image_generation.completed","b64_json":"iVBORw0KGgo=","created_at":1795219200,"size":"1024x1024","quality":"low","background":"opaque","output_format":"png","usage":{"input_tokens":14,"input_tokens_details":{"text_tokens":14,"image_tokens":0},"output_tokens":272,"total_tokens":286}}
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createImageEdit: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The images and what to change. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImageEditForm"];
                /**
                 * @example {
                 *       "model": "gpt-image-1-mini",
                 *       "prompt": "Add a red boat",
                 *       "images": [
                 *         {
                 *           "file_id": "file-4Np7xQe2"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ImageEditRequest"];
            };
        };
        responses: {
            /** @description The edited images, or the stream of their events. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1795219200,
                     *       "background": "opaque",
                     *       "output_format": "png",
                     *       "quality": "low",
                     *       "size": "1024x1024",
                     *       "data": [
                     *         {
                     *           "b64_json": "iVBORw0KGgo="
                     *         }
                     *       ],
                     *       "usage": {
                     *         "input_tokens": 14,
                     *         "input_tokens_details": {
                     *           "text_tokens": 14,
                     *           "image_tokens": 0
                     *         },
                     *         "output_tokens": 272,
                     *         "total_tokens": 286
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImageList"];
                    /**
                     * @example event: image_edit.partial_image
                     *     data: {"type":"image_edit.partial_image","b64_json":"iVBORw0KGgo=","created_at":1795219200,"size":"1024x1024","quality":"low","background":"opaque","output_format":"png","partial_image_index":0}
                     *
                     *     event: image_edit.completed
                     *     data: {"type":"image_edit.completed","b64_json":"iVBORw0KGgo=","created_at":1795219200,"size":"1024x1024","quality":"low","background":"opaque","output_format":"png","usage":{"input_tokens":14,"input_tokens_details":{"text_tokens":14,"image_tokens":0},"output_tokens":272,"total_tokens":286}}
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createImageVariation: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The image to vary. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImageVariationForm"];
            };
        };
        responses: {
            /** @description The variations. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1795219200,
                     *       "data": [
                     *         {
                     *           "url": "https://models.example.com/v1/drive/files/drive_7Lm3sCk6/content"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImageList"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createSpeech: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Ignored on this route. The `model` of the body selects the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` stores the bytes that this call produces in the drive for three days. The answer then has their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The text and the voice. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-4o-mini-tts",
                 *       "input": "Rain, clearing by noon.",
                 *       "voice": "alloy",
                 *       "response_format": "mp3"
                 *     }
                 */
                "application/json": components["schemas"]["SpeechRequest"];
            };
        };
        responses: {
            /** @description The audio, or a stream of its chunks. The content type matches the requested format. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                    "audio/opus": string;
                    "audio/aac": string;
                    "audio/flac": string;
                    "audio/wav": string;
                    "audio/pcm": string;
                    "application/octet-stream": string;
                    /**
                     * @example data: {"type":"speech.audio.delta","audio":"SUQzBAAAAAAA"}
                     *
                     *     data: {"type":"speech.audio.done","usage":{"input_tokens":14,"output_tokens":101,"total_tokens":115}}
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createTranscription: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Ignored on this route. The `model` of the body selects the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
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
        /** @description The recording, and how to transcribe it. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TranscriptionForm"];
            };
        };
        responses: {
            /** @description The text, or a stream of its chunks. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiarizedTranscription"] | components["schemas"]["VerboseTranscription"] | components["schemas"]["Transcription"];
                    /** @example Will it rain tomorrow? */
                    "text/plain": string;
                    /**
                     * @example data: {"type":"transcript.text.delta","delta":"Will it rain"}
                     *
                     *     data: {"type":"transcript.text.delta","delta":" tomorrow?"}
                     *
                     *     data: {"type":"transcript.text.done","text":"Will it rain tomorrow?","usage":{"type":"tokens","input_tokens":14,"input_token_details":{"text_tokens":0,"audio_tokens":14},"output_tokens":8,"total_tokens":22}}
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createTranslation: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The recording. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TranslationForm"];
            };
        };
        responses: {
            /** @description The English text. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerboseTranslation"] | components["schemas"]["Translation"];
                    /** @example Will it rain tomorrow? */
                    "text/plain": string;
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listVoices: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of voices. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "voice_2Gf8kDs4",
                     *           "object": "audio.voice",
                     *           "name": "Narrator",
                     *           "created_at": 1795219200,
                     *           "type": "audio_sample"
                     *         }
                     *       ],
                     *       "first_id": "voice_2Gf8kDs4",
                     *       "last_id": "voice_2Gf8kDs4",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createVoice: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The sample and its consent, or the description. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["VoiceForm"];
            };
        };
        responses: {
            /** @description The voice. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "voice_2Gf8kDs4",
                     *       "object": "audio.voice",
                     *       "name": "Narrator",
                     *       "created_at": 1795219200,
                     *       "type": "audio_sample"
                     *     }
                     */
                    "application/json": components["schemas"]["Voice"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getVoice: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path: {
                /**
                 * @description Id of a voice that your workspace owns.
                 * @example voice_2Gf8kDs4
                 */
                voice_id: components["parameters"]["VoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The voice. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "voice_2Gf8kDs4",
                     *       "object": "audio.voice",
                     *       "name": "Narrator",
                     *       "created_at": 1795219200,
                     *       "type": "audio_sample"
                     *     }
                     */
                    "application/json": components["schemas"]["Voice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteVoice: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path: {
                /**
                 * @description Id of a voice that your workspace owns.
                 * @example voice_2Gf8kDs4
                 */
                voice_id: components["parameters"]["VoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "voice_2Gf8kDs4",
                     *       "object": "audio.voice.deleted",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceDeleted"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listVoiceConsents: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of consents. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "cons_6Jt0wZa1",
                     *           "object": "audio.voice_consent",
                     *           "name": "Narrator consent",
                     *           "language": "en-US",
                     *           "created_at": 1795219200
                     *         }
                     *       ],
                     *       "first_id": "cons_6Jt0wZa1",
                     *       "last_id": "cons_6Jt0wZa1",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceConsentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The recording. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["VoiceConsentForm"];
            };
        };
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-charge": components["headers"]["Charge"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    "x-diglot-attempts": components["headers"]["Attempts"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cons_6Jt0wZa1",
                     *       "object": "audio.voice_consent",
                     *       "name": "Narrator consent",
                     *       "language": "en-US",
                     *       "created_at": 1795219200
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceConsent"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path: {
                /**
                 * @description Id of a consent recording that your workspace owns.
                 * @example cons_6Jt0wZa1
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cons_6Jt0wZa1",
                     *       "object": "audio.voice_consent",
                     *       "name": "Narrator consent",
                     *       "language": "en-US",
                     *       "created_at": 1795219200
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceConsent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    updateVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a consent recording that your workspace owns.
                 * @example cons_6Jt0wZa1
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        /** @description The new name. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Narrator, 2026"
                 *     }
                 */
                "application/json": components["schemas"]["VoiceConsentUpdate"];
            };
        };
        responses: {
            /** @description The updated consent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cons_6Jt0wZa1",
                     *       "object": "audio.voice_consent",
                     *       "name": "Narrator, 2026",
                     *       "language": "en-US",
                     *       "created_at": 1795219200
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceConsent"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header takes precedence. Without either, the answer is a 400 that names both.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path: {
                /**
                 * @description Id of a consent recording that your workspace owns.
                 * @example cons_6Jt0wZa1
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cons_6Jt0wZa1",
                     *       "object": "audio.voice_consent",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceConsentDeleted"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    connectRealtime: {
        parameters: {
            query: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Realtime model, for the whole session. `intent` and `call_id` are not supported.
                 * @example gpt-realtime-2
                 */
                model: string;
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection is now a WebSocket, with the subprotocol `realtime` if the client offered it. */
            101: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-product-sku": components["headers"]["BilledProductSku"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            426: components["responses"]["WebSocketRequired"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createRealtimeClientSecret: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description How long the secret is valid, and the settings of its sessions. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expires_after": {
                 *         "anchor": "created_at",
                 *         "seconds": 600
                 *       },
                 *       "session": {
                 *         "type": "realtime",
                 *         "model": "gpt-realtime-2",
                 *         "audio": {
                 *           "output": {
                 *             "voice": "marin"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ClientSecretRequest"];
            };
        };
        responses: {
            /** @description The secret, which is shown only once, and the session that it opens. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "value": "ek_dg1.4f1a9c20.c2VhbGVk",
                     *       "expires_at": 1795219800,
                     *       "session": {
                     *         "id": "sess_01kb4r6yq2n8vxa3",
                     *         "object": "realtime.session",
                     *         "type": "realtime",
                     *         "model": "gpt-realtime-2",
                     *         "audio": {
                     *           "output": {
                     *             "voice": "marin"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createRealtimeSession: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The settings of the session. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-realtime-2",
                 *       "voice": "marin"
                 *     }
                 */
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description The secret, which is shown only once, and the session that it opens. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model": "gpt-realtime-2",
                     *       "voice": "marin",
                     *       "client_secret": {
                     *         "value": "ek_dg1.4f1a9c20.c2VhbGVk",
                     *         "expires_at": 1795219800
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SessionWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getModel: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Model id, as in the list of models. Send slashes in it as `%2F`.
                 * @example gpt-5-mini
                 */
                model: components["parameters"]["Model"];
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
                    /**
                     * @example {
                     *       "id": "gpt-5-mini",
                     *       "object": "model",
                     *       "created": 1754524800,
                     *       "owned_by": "openai"
                     *     }
                     */
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getChatCompletion: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a chat completion that was created with `store` set.
                 * @example chatcmpl-9sZkq3Vt
                 */
                completion_id: components["parameters"]["CompletionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The completion. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chatcmpl-9sZkq3Vt",
                     *       "object": "chat.completion",
                     *       "created": 1795219200,
                     *       "model": "gpt-5-mini",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "message": {
                     *             "role": "assistant",
                     *             "content": "Rain, clearing by noon.",
                     *             "refusal": null,
                     *             "annotations": []
                     *           },
                     *           "logprobs": null,
                     *           "finish_reason": "stop"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 13,
                     *         "completion_tokens": 6,
                     *         "total_tokens": 19,
                     *         "prompt_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "audio_tokens": 0
                     *         },
                     *         "completion_tokens_details": {
                     *           "reasoning_tokens": 0,
                     *           "audio_tokens": 0
                     *         }
                     *       },
                     *       "service_tier": "default",
                     *       "metadata": {
                     *         "team": "search"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    updateChatCompletion: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a chat completion that was created with `store` set.
                 * @example chatcmpl-9sZkq3Vt
                 */
                completion_id: components["parameters"]["CompletionId"];
            };
            cookie?: never;
        };
        /** @description The new metadata. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "team": "search"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChatCompletionUpdate"];
            };
        };
        responses: {
            /** @description The updated completion. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chatcmpl-9sZkq3Vt",
                     *       "object": "chat.completion",
                     *       "created": 1795219200,
                     *       "model": "gpt-5-mini",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "message": {
                     *             "role": "assistant",
                     *             "content": "Rain, clearing by noon.",
                     *             "refusal": null,
                     *             "annotations": []
                     *           },
                     *           "logprobs": null,
                     *           "finish_reason": "stop"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 13,
                     *         "completion_tokens": 6,
                     *         "total_tokens": 19,
                     *         "prompt_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "audio_tokens": 0
                     *         },
                     *         "completion_tokens_details": {
                     *           "reasoning_tokens": 0,
                     *           "audio_tokens": 0
                     *         }
                     *       },
                     *       "service_tier": "default",
                     *       "metadata": {
                     *         "team": "search"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletion"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteChatCompletion: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a chat completion that was created with `store` set.
                 * @example chatcmpl-9sZkq3Vt
                 */
                completion_id: components["parameters"]["CompletionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chatcmpl-9sZkq3Vt",
                     *       "object": "chat.completion.deleted",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletionDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listChatCompletionMessages: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `asc` starts with the oldest, `desc` with the newest.
                 * @example asc
                 */
                order?: components["parameters"]["OrderAscending"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a chat completion that was created with `store` set.
                 * @example chatcmpl-9sZkq3Vt
                 */
                completion_id: components["parameters"]["CompletionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "chatcmpl-9sZkq3Vt-0",
                     *           "role": "user",
                     *           "content": "Will it rain tomorrow?",
                     *           "content_parts": null
                     *         }
                     *       ],
                     *       "first_id": "chatcmpl-9sZkq3Vt-0",
                     *       "last_id": "chatcmpl-9sZkq3Vt-0",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletionMessageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    countResponseInputTokens: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The request whose input to count. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-5-mini",
                 *       "input": "Will it rain tomorrow?"
                 *     }
                 */
                "application/json": components["schemas"]["InputTokensRequest"];
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
                    /**
                     * @example {
                     *       "object": "response.input_tokens",
                     *       "input_tokens": 13
                     *     }
                     */
                    "application/json": components["schemas"]["InputTokens"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    compactResponse: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it. A provider that is sent it also gets a well-formed `tracestate`.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do if the model has another wire format that does not support an important part of your request. `error` refuses the call with a 400 that names the field; `warn` makes the call and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The items to shorten. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "gpt-5-mini",
                 *       "input": [
                 *         {
                 *           "role": "user",
                 *           "content": "Will it rain tomorrow?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CompactionRequest"];
            };
        };
        responses: {
            /** @description The shortened items. */
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
                    /**
                     * @example {
                     *       "id": "cmp_4Sw9gHj2",
                     *       "object": "response.compaction",
                     *       "created_at": 1795219200,
                     *       "output": [
                     *         {
                     *           "id": "msg_1Xq4eRt7",
                     *           "type": "message",
                     *           "role": "user",
                     *           "status": "completed",
                     *           "content": [
                     *             {
                     *               "type": "input_text",
                     *               "text": "Will it rain tomorrow?"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "cmp_item_0Ab",
                     *           "type": "compaction",
                     *           "encrypted_content": "gAAAAABpZ3Jx"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "input_tokens": 13,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 6,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 19
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompactedResponse"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getResponse: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Omit it or send `false`. A stored response cannot be resumed as a stream; `true` is answered with a 400.
                 * @example false
                 */
                stream?: components["parameters"]["StoredStream"];
                /**
                 * @description Sequence number of a stream event. It has no effect without `stream`, and is accepted because some SDKs send it.
                 * @example 0
                 */
                starting_after?: components["parameters"]["StartingAfter"];
                /**
                 * @description Applies to streams only, and is accepted because some SDKs send it.
                 * @example false
                 */
                include_obfuscation?: components["parameters"]["IncludeObfuscation"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_8Vw1nTq0",
                     *       "object": "response",
                     *       "created_at": 1795219200,
                     *       "status": "completed",
                     *       "error": null,
                     *       "incomplete_details": null,
                     *       "instructions": null,
                     *       "max_output_tokens": null,
                     *       "model": "gpt-5-mini",
                     *       "output": [
                     *         {
                     *           "id": "msg_3Hb6cLp9",
                     *           "type": "message",
                     *           "status": "completed",
                     *           "role": "assistant",
                     *           "content": [
                     *             {
                     *               "type": "output_text",
                     *               "text": "Rain, clearing by noon.",
                     *               "annotations": [],
                     *               "logprobs": []
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": null,
                     *       "reasoning": {
                     *         "effort": "medium",
                     *         "summary": null
                     *       },
                     *       "store": true,
                     *       "temperature": 1,
                     *       "text": {
                     *         "format": {
                     *           "type": "text"
                     *         }
                     *       },
                     *       "tool_choice": "auto",
                     *       "tools": [],
                     *       "top_p": 1,
                     *       "truncation": "disabled",
                     *       "usage": {
                     *         "input_tokens": 13,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 6,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 19
                     *       },
                     *       "metadata": {},
                     *       "completed_at": 1795219202
                     *     }
                     */
                    "application/json": components["schemas"]["Response"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteResponse: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_8Vw1nTq0",
                     *       "object": "response",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ResponseDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    cancelResponse: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_8Vw1nTq0",
                     *       "object": "response",
                     *       "created_at": 1795219200,
                     *       "status": "cancelled",
                     *       "error": null,
                     *       "incomplete_details": null,
                     *       "instructions": null,
                     *       "max_output_tokens": null,
                     *       "model": "gpt-5-mini",
                     *       "output": [],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": null,
                     *       "reasoning": {
                     *         "effort": "medium",
                     *         "summary": null
                     *       },
                     *       "store": true,
                     *       "temperature": 1,
                     *       "text": {
                     *         "format": {
                     *           "type": "text"
                     *         }
                     *       },
                     *       "tool_choice": "auto",
                     *       "tools": [],
                     *       "top_p": 1,
                     *       "truncation": "disabled",
                     *       "usage": null,
                     *       "metadata": {},
                     *       "background": true
                     *     }
                     */
                    "application/json": components["schemas"]["Response"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listResponseInputItems: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Some SDK versions add `beta=true`. It is passed to the provider; the gateway decides nothing by it.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Beta features to enable at the provider, passed on as sent. The gateway itself ignores them.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
            };
            path: {
                /**
                 * @description Id of a stored response.
                 * @example resp_8Vw1nTq0
                 */
                response_id: components["parameters"]["ResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "msg_1Xq4eRt7",
                     *           "type": "message",
                     *           "role": "user",
                     *           "status": "completed",
                     *           "content": [
                     *             {
                     *               "type": "input_text",
                     *               "text": "Will it rain tomorrow?"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "first_id": "msg_1Xq4eRt7",
                     *       "last_id": "msg_1Xq4eRt7",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ResponseItemList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createConversation: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description First items and metadata, all optional. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "topic": "weather"
                 *       },
                 *       "items": [
                 *         {
                 *           "type": "message",
                 *           "role": "user",
                 *           "content": "Will it rain tomorrow?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConversationRequest"];
            };
        };
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_5Rd2mYx7",
                     *       "object": "conversation",
                     *       "created_at": 1795219200,
                     *       "metadata": {
                     *         "topic": "weather"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getConversation: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_5Rd2mYx7",
                     *       "object": "conversation",
                     *       "created_at": 1795219200,
                     *       "metadata": {
                     *         "topic": "weather"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    updateConversation: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /** @description The new metadata. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "topic": "rain"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConversationUpdate"];
            };
        };
        responses: {
            /** @description The updated conversation. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_5Rd2mYx7",
                     *       "object": "conversation",
                     *       "created_at": 1795219200,
                     *       "metadata": {
                     *         "topic": "rain"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_5Rd2mYx7",
                     *       "object": "conversation.deleted",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listConversationItems: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "msg_1Xq4eRt7",
                     *           "type": "message",
                     *           "role": "user",
                     *           "status": "completed",
                     *           "content": [
                     *             {
                     *               "type": "input_text",
                     *               "text": "Will it rain tomorrow?"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "first_id": "msg_1Xq4eRt7",
                     *       "last_id": "msg_1Xq4eRt7",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationItemList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createConversationItems: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /** @description The items to add. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "type": "message",
                 *           "role": "user",
                 *           "content": "Will it rain tomorrow?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConversationItemsRequest"];
            };
        };
        responses: {
            /** @description The items added. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "msg_1Xq4eRt7",
                     *           "type": "message",
                     *           "role": "user",
                     *           "status": "completed",
                     *           "content": [
                     *             {
                     *               "type": "input_text",
                     *               "text": "Will it rain tomorrow?"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "first_id": "msg_1Xq4eRt7",
                     *       "last_id": "msg_1Xq4eRt7",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationItemList"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getConversationItem: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Extra parts of the items to include, one parameter each. Parts that were not stored are omitted without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
                /**
                 * @description Id of an item of this conversation.
                 * @example msg_3Hb6cLp9
                 */
                item_id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_1Xq4eRt7",
                     *       "type": "message",
                     *       "role": "user",
                     *       "status": "completed",
                     *       "content": [
                     *         {
                     *           "type": "input_text",
                     *           "text": "Will it rain tomorrow?"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Item"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteConversationItem: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a conversation.
                 * @example conv_5Rd2mYx7
                 */
                conversation_id: components["parameters"]["ConversationId"];
                /**
                 * @description Id of an item of this conversation.
                 * @example msg_3Hb6cLp9
                 */
                item_id: components["parameters"]["ItemId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation without it. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_5Rd2mYx7",
                     *       "object": "conversation",
                     *       "created_at": 1795219200,
                     *       "metadata": {
                     *         "topic": "weather"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Only files with this purpose.
                 * @example batch
                 */
                purpose?: components["parameters"]["PurposeFilter"];
                /**
                 * @description Entries per page, 1 to 10,000.
                 * @example 100
                 */
                limit?: components["parameters"]["FileLimit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "file-4Np7xQe2",
                     *           "object": "file",
                     *           "bytes": 48211,
                     *           "created_at": 1795219200,
                     *           "expires_at": 1797811200,
                     *           "filename": "input.jsonl",
                     *           "purpose": "batch",
                     *           "status": "processed"
                     *         }
                     *       ],
                     *       "first_id": "file-4Np7xQe2",
                     *       "last_id": "file-4Np7xQe2",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["FileList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createFile: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file and what it is for. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileForm"];
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "file-4Np7xQe2",
                     *       "object": "file",
                     *       "bytes": 48211,
                     *       "created_at": 1795219200,
                     *       "expires_at": 1797811200,
                     *       "filename": "input.jsonl",
                     *       "purpose": "batch",
                     *       "status": "processed"
                     *     }
                     */
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of an uploaded or generated file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file record. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "file-4Np7xQe2",
                     *       "object": "file",
                     *       "bytes": 48211,
                     *       "created_at": 1795219200,
                     *       "expires_at": 1797811200,
                     *       "filename": "input.jsonl",
                     *       "purpose": "batch",
                     *       "status": "processed"
                     *     }
                     */
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteFile: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of an uploaded or generated file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "file-4Np7xQe2",
                     *       "object": "file",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["FileDeleted"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /**
                 * @description Id of an uploaded or generated file.
                 * @example file-4Np7xQe2
                 */
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
                /**
                 * @description Id of the last entry of the previous page. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries per page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "batch_1Uo5yBv8",
                     *           "object": "batch",
                     *           "endpoint": "/v1/chat/completions",
                     *           "errors": null,
                     *           "input_file_id": "file-4Np7xQe2",
                     *           "completion_window": "24h",
                     *           "status": "in_progress",
                     *           "output_file_id": null,
                     *           "error_file_id": null,
                     *           "created_at": 1795219200,
                     *           "in_progress_at": 1795219260,
                     *           "expires_at": 1795305600,
                     *           "finalizing_at": null,
                     *           "completed_at": null,
                     *           "failed_at": null,
                     *           "expired_at": null,
                     *           "cancelling_at": null,
                     *           "cancelled_at": null,
                     *           "request_counts": {
                     *             "total": 100,
                     *             "completed": 12,
                     *             "failed": 0
                     *           },
                     *           "metadata": {
                     *             "job": "nightly"
                     *           }
                     *         }
                     *       ],
                     *       "first_id": "batch_1Uo5yBv8",
                     *       "last_id": "batch_1Uo5yBv8",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["BatchList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createBatch: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` takes precedence if both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Product to bill. Takes precedence over the query parameter `product_sku`. If both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The input file and the kind of its requests. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input_file_id": "file-4Np7xQe2",
                 *       "endpoint": "/v1/chat/completions",
                 *       "completion_window": "24h",
                 *       "metadata": {
                 *         "job": "nightly"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
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
                    /**
                     * @example {
                     *       "id": "batch_1Uo5yBv8",
                     *       "object": "batch",
                     *       "endpoint": "/v1/chat/completions",
                     *       "errors": null,
                     *       "input_file_id": "file-4Np7xQe2",
                     *       "completion_window": "24h",
                     *       "status": "validating",
                     *       "output_file_id": null,
                     *       "error_file_id": null,
                     *       "created_at": 1795219200,
                     *       "in_progress_at": null,
                     *       "expires_at": 1795305600,
                     *       "finalizing_at": null,
                     *       "completed_at": null,
                     *       "failed_at": null,
                     *       "expired_at": null,
                     *       "cancelling_at": null,
                     *       "cancelled_at": null,
                     *       "request_counts": {
                     *         "total": 0,
                     *         "completed": 0,
                     *         "failed": 0
                     *       },
                     *       "metadata": {
                     *         "job": "nightly"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
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
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
            };
            path: {
                /**
                 * @description Id of a batch.
                 * @example batch_1Uo5yBv8
                 */
                batch_id: components["parameters"]["BatchId"];
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
                    /**
                     * @example {
                     *       "id": "batch_1Uo5yBv8",
                     *       "object": "batch",
                     *       "endpoint": "/v1/chat/completions",
                     *       "errors": null,
                     *       "input_file_id": "file-4Np7xQe2",
                     *       "completion_window": "24h",
                     *       "status": "in_progress",
                     *       "output_file_id": null,
                     *       "error_file_id": null,
                     *       "created_at": 1795219200,
                     *       "in_progress_at": 1795219260,
                     *       "expires_at": 1795305600,
                     *       "finalizing_at": null,
                     *       "completed_at": null,
                     *       "failed_at": null,
                     *       "expired_at": null,
                     *       "cancelling_at": null,
                     *       "cancelled_at": null,
                     *       "request_counts": {
                     *         "total": 100,
                     *         "completed": 12,
                     *         "failed": 0
                     *       },
                     *       "metadata": {
                     *         "job": "nightly"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    cancelBatch: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Organization configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example org-example
                 */
                "OpenAI-Organization"?: components["parameters"]["OpenAiOrganization"];
                /**
                 * @description Project configured in the SDK. Accepted but not passed on; the key determines the workspace.
                 * @example proj_example
                 */
                "OpenAI-Project"?: components["parameters"]["OpenAiProject"];
                /**
                 * @description Your own name for this request, 1 to 255 printable ASCII characters, with which an upstream that supports the header answers a repeated request without doing the work again. The gateway sends a digest of your workspace, the model and this value, so that the keys of two workspaces never collide at the upstream. It does not replay answers itself: each call is charged by what the upstream reports.
                 * @example order-7f3a
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a batch.
                 * @example batch_1Uo5yBv8
                 */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated batch. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    "x-diglot-provider": components["headers"]["Provider"];
                    "x-diglot-upstream-request-id": components["headers"]["UpstreamRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "batch_1Uo5yBv8",
                     *       "object": "batch",
                     *       "endpoint": "/v1/chat/completions",
                     *       "errors": null,
                     *       "input_file_id": "file-4Np7xQe2",
                     *       "completion_window": "24h",
                     *       "status": "cancelling",
                     *       "output_file_id": null,
                     *       "error_file_id": null,
                     *       "created_at": 1795219200,
                     *       "in_progress_at": 1795219260,
                     *       "expires_at": 1795305600,
                     *       "finalizing_at": null,
                     *       "completed_at": null,
                     *       "failed_at": null,
                     *       "expired_at": null,
                     *       "cancelling_at": 1795220000,
                     *       "cancelled_at": null,
                     *       "request_counts": {
                     *         "total": 100,
                     *         "completed": 12,
                     *         "failed": 0
                     *       },
                     *       "metadata": {
                     *         "job": "nightly"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getDriveFile: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drive_7Lm3sCk6
                 */
                file_id: components["parameters"]["DriveFileId"];
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "drive_7Lm3sCk6",
                     *       "object": "drive.file",
                     *       "bytes": 184320,
                     *       "content_type": "image/png",
                     *       "created_at": 1795219200,
                     *       "expires_at": 1795478400,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "url": "https://models.example.com/v1/drive/files/drive_7Lm3sCk6/content"
                     *     }
                     */
                    "application/json": components["schemas"]["DriveFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getDriveFileContent: {
        parameters: {
            query?: {
                /**
                 * @description The same as `X-Product-Sku`, which takes precedence if both are sent.
                 * @example chat-small
                 */
                product_sku?: components["parameters"]["UnbilledProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; if you send none, the gateway creates one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. The call is never served in another region.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Nothing is billed on this route. Clients may send the header with every call: the Product must exist (404) and be open to your key (403).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["UnbilledProductSku"];
                /**
                 * @description Range of the bytes to send (RFC 9110, section 14). The answer is then 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description One or more values of `etag`, or `*`. If none is that of the file, the answer is 412.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A date. If the file is newer, the answer is 412. Ignored with `If-Match`.
                 * @example Fri, 20 Nov 2026 12:00:00 GMT
                 */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /**
                 * @description The `etag` of a version that you already have. If it is current, the answer is 304 without content.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description A date. If the file is not newer, the answer is 304. Ignored with `If-None-Match`.
                 * @example Fri, 20 Nov 2026 12:00:00 GMT
                 */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /**
                 * @description The `etag` or the time of the bytes that a `Range` belongs to. If the file has changed, all of it is sent.
                 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drive_7Lm3sCk6
                 */
                file_id: components["parameters"]["DriveFileId"];
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
                    etag: components["headers"]["Etag"];
                    "last-modified": components["headers"]["LastModified"];
                    "accept-ranges": components["headers"]["AcceptRanges"];
                    "content-disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "image/png": string;
                    "audio/mpeg": string;
                };
            };
            /** @description The range that `Range` requested. */
            206: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    etag: components["headers"]["Etag"];
                    "last-modified": components["headers"]["LastModified"];
                    "accept-ranges": components["headers"]["AcceptRanges"];
                    "content-disposition": components["headers"]["ContentDisposition"];
                    "content-range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "image/png": string;
                    "audio/mpeg": string;
                };
            };
            /** @description Not modified, by `If-None-Match` or `If-Modified-Since`. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
                    etag: components["headers"]["Etag"];
                    "last-modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["OtherError"];
            "5XX": components["responses"]["ServerError"];
        };
    };
}
