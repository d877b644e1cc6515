// Generated from specs/ by `npm run generate`. Do not edit.
export interface paths {
    "/chat/completions": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List stored completions
         * @description Completions of your workspace that were created with `store` set. Each stays for 30 days unless configured otherwise.
         */
        get: operations["listChatCompletions"];
        put?: never;
        /**
         * Answer a chat
         * @description Sends a list of messages to a model and gives back its next message. With `stream` set the answer comes as chunks while it is written, ended by `data: [DONE]`; a stream that breaks ends with an error frame and without that mark. With `store` set the completion is kept and can be read again.
         *
         *     What it costs is the tokens that the model reports, at the prices of the Product in `x-diglot-product-sku`.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
         * Make a response
         * @description Gives a model text, images, files or earlier items as input and gets back a response made of output items. It is stored for 30 days unless `store` is false, whichever provider answered, so that `previous_response_id` can build on it.
         *
         *     With `stream` set, the response comes as typed events numbered from 0. The last one is `response.completed`, `response.incomplete` or `response.failed`.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
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
         * Embed text
         * @description Turns each input into a vector. Inputs may be text or token ids, one or many; the answers keep their order. With `encoding_format: base64` each vector is a base64 string of little-endian 32-bit floats.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List callable models
         * @description The models that this key may call. A 200 shows that authentication works. Models outside the scope of the key are absent.
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
    "/completions": {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
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
         * Complete a text
         * @description Continues one or several prompts with an older kind of model. New programs use chat completions or responses. With `stream` set the answer comes as chunks ended by `data: [DONE]`.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
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
         * Check content for harm
         * @description Says for each input whether a model finds it harmful, by category and with a score.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
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
         * Draw images
         * @description Draws images from a prompt. Images asked for as `url` are kept in the drive, and their addresses point there for three days. With `stream` set, previews and the finished image come as events.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
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
         * Edit images
         * @description Changes one or several images after a prompt. Send them as a form with the files themselves, or as JSON that names addresses or uploaded files. A mask marks what may change.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
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
         * Vary an image
         * @description Makes variations of one square PNG image.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Not needed and not read here. The `model` of the body picks the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
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
         * Speak a text
         * @description Reads a text aloud. The answer is the audio itself, or with `stream_format: sse` its pieces as base64 in events. The `model` picks the Product. A voice of your own is named by its id; another workspace's voice is a 403. Time limit 5 minutes, request limit 28 MiB.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Not needed and not read here. The `model` of the body picks the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
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
         * Write down speech
         * @description Turns a recording into text in its own language. `response_format` picks plain text, subtitles or JSON of three depths. Lists are sent as repeated fields with `[]` after the name. The `model` picks the Product. Time limit 5 minutes, request limit 28 MiB.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
         * Translate speech to English
         * @description Turns a recording in any language into English text. Needs a Product in `X-Product-Sku` or `product_sku`. Time limit 5 minutes, request limit 28 MiB.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List voices
         * @description Voices that your workspace owns, newest first. Needs a Product in `X-Product-Sku` or `product_sku`.
         */
        get: operations["listVoices"];
        put?: never;
        /**
         * Make a voice
         * @description Makes a voice from a sample and the speaker's recorded consent, or from a description. Your workspace owns it and nobody else can use it.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
         * Read a voice
         * @description The record of one voice that your workspace owns.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List consents
         * @description Consent recordings that your workspace owns, newest first.
         */
        get: operations["listVoiceConsents"];
        put?: never;
        /**
         * Record a consent
         * @description Uploads the recording in which a speaker agrees to a copy of their voice.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
         * Read a consent
         * @description The record of one consent recording.
         */
        get: operations["getVoiceConsent"];
        put?: never;
        /**
         * Rename a consent
         * @description Changes the name of a consent recording; nothing else of it can change.
         */
        post: operations["updateVoiceConsent"];
        /**
         * Delete a consent
         * @description Deletes a consent recording here and at the provider.
         */
        delete: operations["deleteVoiceConsent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/{model}": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Model id as the list gives it. Slashes in it are sent as `%2F`.
                 * @example gpt-5-mini
                 */
                model: components["parameters"]["Model"];
            };
            cookie?: never;
        };
        /**
         * Read a model
         * @description One model that this key may call.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * Read a stored completion
         * @description One stored completion of your workspace.
         */
        get: operations["getChatCompletion"];
        put?: never;
        /**
         * Change metadata of a stored completion
         * @description Replaces the metadata of a stored completion; nothing else of it can change.
         */
        post: operations["updateChatCompletion"];
        /**
         * Delete a stored completion
         * @description Deletes a stored completion with its messages.
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
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries a page, 1 to 100.
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
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * List messages of a stored completion
         * @description The messages that a stored completion was made from.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
         * @description Says how many input tokens a request to make a response would have, without making one.
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
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
         * Compact a conversation
         * @description Shortens a long run of items to one that a model can go on from. The answer's `output` is the input of the next request, unchanged.
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
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
         * Read a stored response
         * @description One stored response of your workspace, whole. It cannot be resumed as a stream: `stream=true` is a 400.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        /**
         * Delete a stored response
         * @description Deletes a stored response. Responses that build on it keep working.
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
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
         * Cancel a background response
         * @description Stops a response that was started with `background` set. One that has ended already is a 409.
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
                 * @description Entries a page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
         * List input items of a stored response
         * @description The items that a stored response was made from.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a conversation
         * @description Starts a conversation, with up to 20 first items. Name it in `conversation` when you make a response, and that response's items are added to it.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * Read a conversation
         * @description The record of one conversation of your workspace.
         */
        get: operations["getConversation"];
        put?: never;
        /**
         * Change metadata of a conversation
         * @description Replaces the metadata of a conversation.
         */
        post: operations["updateConversation"];
        /**
         * Delete a conversation
         * @description Deletes a conversation with its items. Responses made in it stay.
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
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * List items
         * @description The items of a conversation.
         */
        get: operations["listConversationItems"];
        put?: never;
        /**
         * Add items
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * Read an item
         * @description One item of a conversation.
         */
        get: operations["getConversationItem"];
        put?: never;
        post?: never;
        /**
         * Delete an item
         * @description Takes one item out of a conversation.
         */
        delete: operations["deleteConversationItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Files of your workspace.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Uploads a file of up to 512 MiB for batches or as input of models. It belongs to your workspace.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of an uploaded or produced file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Read a file record
         * @description The record of one file of your workspace.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file here and at the provider.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{file_id}/content": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of an uploaded or produced file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /**
         * Read the bytes of a file
         * @description The bytes of one file of your workspace.
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
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Batches of your workspace, newest first.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Start a batch
         * @description Runs many requests of one kind from an uploaded JSONL file, within 24 hours. Each line is charged as a call of its own.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * Read a batch
         * @description The state of one batch of your workspace.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
         * @description Stops a batch. What has run by then is charged and stays in its output file. A batch that has ended already is a 409.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drv_7Lm3sCk6
                 */
                file_id: components["parameters"]["DriveFileId"];
            };
            cookie?: never;
        };
        /**
         * Read a drive file record
         * @description What is known of bytes that a call produced and the drive keeps. Three days after their creation the answer is 404.
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
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Part of the bytes to send, as RFC 9110 section 14 writes it. The answer is then a 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drv_7Lm3sCk6
                 */
                file_id: components["parameters"]["DriveFileId"];
            };
            cookie?: never;
        };
        /**
         * Read the bytes of a drive file
         * @description The kept bytes, with the content type they were produced with. Ranges work. Three days after their creation the answer is 404.
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
        AdditionalToolsInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "additional_tools";
            id?: string | null;
            role: string;
            tools: components["schemas"]["Tool"][];
        };
        AdditionalToolsItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "additional_tools";
            id: string;
            role: string;
            tools: components["schemas"]["Tool"][];
        };
        AllowedToolsChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "allowed_tools";
            mode: string;
            tools: {
                [key: string]: unknown;
            }[];
        };
        Annotation: components["schemas"]["FileCitation"] | components["schemas"]["UrlCitation"] | components["schemas"]["ContainerFileCitation"] | components["schemas"]["FilePath"];
        AnnotationAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_text.annotation.added";
            item_id: string;
            output_index: number;
            content_index: number;
            annotation_index: number;
            sequence_number: number;
            annotation: components["schemas"]["Annotation"] | null;
        };
        ApplyPatchCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call";
            id: string;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status: string;
            operation: components["schemas"]["PatchOperation"];
            created_by?: string;
        };
        ApplyPatchCallInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call";
            id?: string | null;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status: string;
            operation: components["schemas"]["PatchOperation"];
        };
        ApplyPatchCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call_output";
            id: string;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status: string;
            output?: string | null;
            created_by?: string;
        };
        ApplyPatchCallOutputInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch_call_output";
            id?: string | null;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status: string;
            output?: string | null;
        };
        ApplyPatchChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch";
        };
        ApplyPatchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "apply_patch";
            allowed_callers?: string[] | null;
        };
        ApproximateLocation: {
            /** @constant */
            type?: "approximate";
            country?: string | null;
            region?: string | null;
            city?: string | null;
            timezone?: string | null;
        };
        AssistantContentPart: components["schemas"]["TextPart"] | components["schemas"]["RefusalPart"];
        AssistantMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "assistant";
            content?: string | components["schemas"]["AssistantContentPart"][] | null;
            refusal?: string | null;
            name?: string | null;
            audio?: {
                id: string;
            } | null;
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            /** @deprecated */
            function_call?: {
                name: string;
                arguments: string;
            } | null;
        };
        AudioDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.delta";
            sequence_number: number;
            delta: string;
        };
        AudioDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.done";
            sequence_number: number;
        };
        AudioPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_audio";
            input_audio: {
                data: string;
                format: string;
            };
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        AudioTranscriptDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.transcript.delta";
            delta: string;
            sequence_number: number;
        };
        AudioTranscriptDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.audio.transcript.done";
            sequence_number: number;
        };
        AutoContainer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_auto";
            file_ids?: string[];
            memory_limit?: string | null;
            network_policy?: components["schemas"]["ContainerNetworkPolicy"];
            skills?: components["schemas"]["ContainerSkill"][];
        };
        Batch: {
            id: string;
            /** @constant */
            object: "batch";
            endpoint: string;
            model?: string | null;
            errors?: {
                object?: string;
                data?: components["schemas"]["BatchError"][];
            } | null;
            input_file_id: string;
            completion_window: string;
            status: string;
            output_file_id?: string | null;
            error_file_id?: string | null;
            created_at: number;
            in_progress_at?: number | null;
            expires_at?: number | null;
            finalizing_at?: number | null;
            completed_at?: number | null;
            failed_at?: number | null;
            expired_at?: number | null;
            cancelling_at?: number | null;
            cancelled_at?: number | null;
            request_counts?: components["schemas"]["BatchCounts"];
            usage?: {
                input_tokens: number;
                input_tokens_details: {
                    cached_tokens: number;
                };
                output_tokens: number;
                output_tokens_details: {
                    reasoning_tokens: number;
                };
                total_tokens: number;
            } | null;
            metadata?: components["schemas"]["Metadata"];
        };
        BatchCounts: {
            total: number;
            completed: number;
            failed: number;
        };
        BatchError: {
            code?: string;
            message?: string;
            param?: string | null;
            line?: number | null;
        };
        BatchList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Batch"][];
            first_id?: string | null;
            last_id?: string | null;
            has_more: boolean;
        };
        BatchRequest: {
            input_file_id: string;
            endpoint: string;
            /** @constant */
            completion_window: "24h";
            metadata?: components["schemas"]["Metadata"];
            output_expires_after?: components["schemas"]["FileExpiry"];
        };
        ChatAllowedTools: {
            mode: string;
            tools: {
                [key: string]: unknown;
            }[];
        };
        ChatAllowedToolsChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "allowed_tools";
            allowed_tools: components["schemas"]["ChatAllowedTools"];
        };
        ChatCompletion: {
            id: string;
            /** @constant */
            object: "chat.completion";
            created: number;
            model: string;
            choices: {
                index: number;
                message: components["schemas"]["ChatCompletionMessage"];
                finish_reason: string | null;
                logprobs?: {
                    content?: components["schemas"]["TokenLogprob"][] | null;
                    refusal?: components["schemas"]["TokenLogprob"][] | null;
                } | null;
            }[];
            usage?: components["schemas"]["CompletionUsage"] | null;
            service_tier?: components["schemas"]["ServiceTier"];
            /** @deprecated */
            system_fingerprint?: string | null;
            metadata?: components["schemas"]["Metadata"];
            moderation?: components["schemas"]["ChatCompletionModeration"] | null;
        };
        ChatCompletionChunk: {
            id: string;
            /** @constant */
            object: "chat.completion.chunk";
            created: number;
            model: string;
            choices: {
                index: number;
                delta: components["schemas"]["ChatCompletionDelta"];
                finish_reason?: string | null;
                logprobs?: {
                    content?: components["schemas"]["TokenLogprob"][] | null;
                    refusal?: components["schemas"]["TokenLogprob"][] | null;
                } | null;
            }[];
            usage?: components["schemas"]["CompletionUsage"] | null;
            service_tier?: components["schemas"]["ServiceTier"];
            /** @deprecated */
            system_fingerprint?: string | null;
            obfuscation?: string;
            moderation?: components["schemas"]["ChatCompletionModeration"] | null;
        };
        ChatCompletionDeleted: {
            /** @constant */
            object: "chat.completion.deleted";
            id: string;
            deleted: boolean;
        };
        ChatCompletionDelta: {
            role?: string | null;
            content?: string | null;
            refusal?: string | null;
            tool_calls?: components["schemas"]["ChatToolCallDelta"][] | null;
            function_call?: {
                name?: string | null;
                arguments?: string | null;
            } | null;
        };
        ChatCompletionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ChatCompletion"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
        };
        ChatCompletionMessage: {
            /** @constant */
            role: "assistant";
            content?: string | null;
            refusal?: string | null;
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            annotations?: {
                type: string;
                url_citation?: {
                    url: string;
                    title?: string;
                    start_index?: number;
                    end_index?: number;
                };
            }[] | null;
            audio?: {
                id: string;
                data: string;
                transcript: string;
                expires_at: number;
            } | null;
            function_call?: {
                name: string;
                arguments: string;
            } | null;
        };
        ChatCompletionMessageList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["StoredChatMessage"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
        };
        ChatCompletionModeration: {
            input: components["schemas"]["ChatCompletionModerationResults"] | components["schemas"]["InlineModerationError"];
            output: components["schemas"]["ChatCompletionModerationResults"] | components["schemas"]["InlineModerationError"];
        };
        ChatCompletionModerationResults: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "moderation_results";
            model: string;
            results: components["schemas"]["InlineModerationResult"][];
        };
        ChatCompletionRequest: {
            metadata?: components["schemas"]["Metadata"];
            top_logprobs?: number | null;
            /** @default 1 */
            temperature?: number | null;
            /** @default 1 */
            top_p?: number | null;
            /** @deprecated */
            user?: string | null;
            safety_identifier?: string | null;
            prompt_cache_key?: string | null;
            /** @deprecated */
            prompt_cache_retention?: string | null;
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            messages: components["schemas"]["ChatMessage"][];
            model: string;
            service_tier?: components["schemas"]["ServiceTier"];
            modalities?: components["schemas"]["OutputModalities"];
            verbosity?: components["schemas"]["Verbosity"];
            reasoning_effort?: components["schemas"]["ReasoningEffort"];
            max_completion_tokens?: number | null;
            /** @default 0 */
            frequency_penalty?: number | null;
            /** @default 0 */
            presence_penalty?: number | null;
            web_search_options?: {
                user_location?: {
                    /** @constant */
                    type: "approximate";
                    approximate: components["schemas"]["WebSearchLocation"];
                } | null;
                /** @default medium */
                search_context_size?: string;
            };
            response_format?: components["schemas"]["ChatResponseFormat"] | null;
            audio?: {
                voice: components["schemas"]["VoiceChoice"];
                format: string;
            } | null;
            /** @default false */
            store?: boolean | null;
            moderation?: components["schemas"]["InlineModerationRequest"] | null;
            /** @default false */
            stream?: boolean | null;
            stop?: components["schemas"]["StopSequences"];
            logit_bias?: {
                [key: string]: number;
            } | null;
            /** @default false */
            logprobs?: boolean | null;
            /** @deprecated */
            max_tokens?: number | null;
            /** @default 1 */
            n?: number | null;
            prediction?: components["schemas"]["PredictedOutput"] | null;
            /** @deprecated */
            seed?: number | null;
            stream_options?: components["schemas"]["ChatStreamOptions"];
            tools?: components["schemas"]["ChatTool"][] | null;
            tool_choice?: components["schemas"]["ChatToolChoice"] | null;
            /** @default true */
            parallel_tool_calls?: boolean | null;
            /** @deprecated */
            function_call?: string | components["schemas"]["LegacyFunctionChoice"];
            /** @deprecated */
            functions?: components["schemas"]["LegacyFunction"][];
        };
        ChatCompletionUpdate: {
            metadata: components["schemas"]["Metadata"];
        };
        ChatCustomTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            custom: {
                name: string;
                description?: string;
                format?: {
                    type: string;
                    grammar?: {
                        definition: string;
                        syntax: string;
                    };
                };
            };
        };
        ChatCustomToolCall: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            custom: {
                name: string;
                input: string;
            };
        };
        ChatCustomToolChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            custom: {
                name: string;
            };
        };
        ChatFunctionChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            function: {
                name: string;
            };
        };
        ChatFunctionTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            function: components["schemas"]["FunctionDefinition"];
        };
        ChatFunctionToolCall: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            function: {
                name: string;
                arguments: string;
            };
        };
        ChatJsonSchemaFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json_schema";
            json_schema: {
                description?: string;
                name: string;
                schema?: {
                    [key: string]: unknown;
                };
                /** @default false */
                strict?: boolean | null;
            };
        };
        ChatMessage: components["schemas"]["DeveloperMessage"] | components["schemas"]["SystemMessage"] | components["schemas"]["UserMessage"] | components["schemas"]["AssistantMessage"] | components["schemas"]["ToolMessage"] | components["schemas"]["FunctionMessage"];
        ChatResponseFormat: components["schemas"]["PlainTextFormat"] | components["schemas"]["ChatJsonSchemaFormat"] | components["schemas"]["JsonObjectFormat"];
        ChatStreamOptions: {
            include_usage?: boolean;
            include_obfuscation?: boolean;
        } | null;
        ChatTool: components["schemas"]["ChatFunctionTool"] | components["schemas"]["ChatCustomTool"];
        ChatToolCall: components["schemas"]["ChatFunctionToolCall"] | components["schemas"]["ChatCustomToolCall"];
        ChatToolCallDelta: {
            index: number;
            id?: string | null;
            /** @constant */
            type?: "function";
            function?: {
                name?: string | null;
                arguments?: string | null;
            };
        };
        ChatToolChoice: string | components["schemas"]["ChatToolChoiceObject"];
        ChatToolChoiceObject: components["schemas"]["ChatFunctionChoice"] | components["schemas"]["ChatCustomToolChoice"] | components["schemas"]["ChatAllowedToolsChoice"];
        ClickAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "click";
            button: string;
            x: number;
            y: number;
            keys?: string[] | null;
        };
        CodeInterpreterCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter_call";
            id: string;
            status: string;
            container_id?: string | null;
            code: string | null;
            outputs?: components["schemas"]["CodeInterpreterOutput"][] | null;
        };
        CodeInterpreterChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter";
        };
        CodeInterpreterCodeDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call_code.delta";
            output_index: number;
            item_id: string;
            delta: string;
            sequence_number: number;
        };
        CodeInterpreterCodeDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call_code.done";
            output_index: number;
            item_id: string;
            code: string;
            sequence_number: number;
        };
        CodeInterpreterCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call.completed";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        CodeInterpreterContainer: {
            /** @constant */
            type: "auto";
            file_ids?: string[];
            memory_limit?: string | null;
            network_policy?: components["schemas"]["ContainerNetworkPolicy"];
        };
        CodeInterpreterInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call.in_progress";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        CodeInterpreterInterpretingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.code_interpreter_call.interpreting";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        CodeInterpreterOutput: components["schemas"]["CodeInterpreterOutputLogs"] | components["schemas"]["CodeInterpreterOutputImage"];
        CodeInterpreterOutputImage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image";
            url: string;
        };
        CodeInterpreterOutputLogs: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "logs";
            logs: string;
        };
        CodeInterpreterTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "code_interpreter";
            container: string | components["schemas"]["CodeInterpreterContainer"];
            allowed_callers?: string[] | null;
        };
        CompactedResponse: {
            id: string;
            /** @constant */
            object: "response.compaction";
            output: components["schemas"]["Item"][];
            created_at: number;
            usage: components["schemas"]["ResponseUsage"];
        };
        CompactionCompactingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.compaction.compacting";
            item_id: string;
            output_index: number;
            sequence_number: number;
        };
        CompactionInput: {
            id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction";
            encrypted_content: string;
        };
        CompactionItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction";
            id: string;
            encrypted_content: string;
            created_by?: string;
        };
        CompactionRequest: {
            model: string | null;
            input?: string | components["schemas"]["InputItem"][] | null;
            previous_response_id?: string | null;
            instructions?: string | null;
            prompt_cache_key?: string | null;
            /** @deprecated */
            prompt_cache_retention?: string | null;
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            service_tier?: string | null;
        };
        CompactionTrigger: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "compaction_trigger";
        };
        ComparisonFilter: {
            /** @default eq */
            type: string;
            key: string;
            value: string | number | boolean | (string | number)[];
        };
        Completion: {
            id: string;
            choices: {
                finish_reason: string;
                index: number;
                logprobs: {
                    text_offset?: number[];
                    token_logprobs?: number[];
                    tokens?: string[];
                    top_logprobs?: {
                        [key: string]: number;
                    }[];
                } | null;
                text: string;
            }[];
            created: number;
            model: string;
            system_fingerprint?: string;
            /** @constant */
            object: "text_completion";
            usage?: components["schemas"]["CompletionUsage"];
        };
        CompletionRequest: {
            model: string;
            prompt: string | string[] | number[] | number[][] | null;
            /** @default 1 */
            best_of?: number | null;
            /** @default false */
            echo?: boolean | null;
            /** @default 0 */
            frequency_penalty?: number | null;
            logit_bias?: {
                [key: string]: number;
            } | null;
            logprobs?: number | null;
            /** @default 16 */
            max_tokens?: number | null;
            /** @default 1 */
            n?: number | null;
            /** @default 0 */
            presence_penalty?: number | null;
            seed?: number | null;
            stop?: components["schemas"]["StopSequences"];
            /** @default false */
            stream?: boolean | null;
            stream_options?: components["schemas"]["ChatStreamOptions"];
            suffix?: string | null;
            /** @default 1 */
            temperature?: number | null;
            /** @default 1 */
            top_p?: number | null;
            user?: string;
        };
        CompletionUsage: {
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
            prompt_tokens_details?: {
                cached_tokens?: number | null;
                cache_write_tokens?: number | null;
                audio_tokens?: number | null;
                text_tokens?: number | null;
                image_tokens?: number | null;
            } | null;
            completion_tokens_details?: {
                reasoning_tokens?: number | null;
                audio_tokens?: number | null;
                text_tokens?: number | null;
                accepted_prediction_tokens?: number | null;
                rejected_prediction_tokens?: number | null;
            } | null;
        };
        CompoundFilter: {
            type: string;
            filters: components["schemas"]["FileFilter"][];
        };
        ComputerAction: components["schemas"]["ClickAction"] | components["schemas"]["DoubleClickAction"] | components["schemas"]["DragAction"] | components["schemas"]["KeyPressAction"] | components["schemas"]["MoveAction"] | components["schemas"]["ScreenshotAction"] | components["schemas"]["ScrollAction"] | components["schemas"]["TypeAction"] | components["schemas"]["WaitAction"];
        ComputerCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call";
            id: string;
            call_id: string;
            action?: components["schemas"]["ComputerAction"];
            actions?: components["schemas"]["ComputerAction"][];
            pending_safety_checks: components["schemas"]["SafetyCheck"][];
            status: string;
        };
        ComputerCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call_output";
            id?: string;
            call_id: string;
            acknowledged_safety_checks?: components["schemas"]["SafetyCheck"][];
            output: components["schemas"]["ComputerScreenshot"];
            status?: string;
            created_by?: string;
        };
        ComputerCallOutputInput: {
            id?: string | null;
            call_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_call_output";
            output: components["schemas"]["ComputerScreenshot"];
            acknowledged_safety_checks?: components["schemas"]["SafetyCheck"][] | null;
            status?: string | null;
        };
        ComputerChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer";
        };
        ComputerScreenshot: {
            /** @constant */
            type: "computer_screenshot";
            image_url?: string;
            file_id?: string;
        };
        ComputerTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer";
        };
        ComputerUseChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_use";
        };
        ComputerUsePreviewChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_use_preview";
        };
        ComputerUsePreviewTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_use_preview";
            environment: string;
            display_width: number;
            display_height: number;
        };
        ConfigurationUpdate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "configuration_update";
            id?: string | null;
            reasoning?: {
                effort?: components["schemas"]["ReasoningEffort"];
            };
            text?: {
                format: components["schemas"]["TextFormat"];
            };
        };
        ContainerFileCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_file_citation";
            container_id: string;
            file_id: string;
            start_index: number;
            end_index: number;
            filename: string;
        };
        ContainerNetworkPolicy: components["schemas"]["NetworkDisabled"] | components["schemas"]["NetworkAllowlist"];
        ContainerReference: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "container_reference";
            container_id: string;
        };
        ContainerSkill: components["schemas"]["SkillReference"] | components["schemas"]["InlineSkill"];
        ContentPartAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.content_part.added";
            item_id: string;
            output_index: number;
            content_index: number;
            part: components["schemas"]["OutputContent"];
            sequence_number: number;
        };
        ContentPartDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.content_part.done";
            item_id: string;
            output_index: number;
            content_index: number;
            sequence_number: number;
            part: components["schemas"]["OutputContent"];
        };
        ContextManagement: {
            type: string;
            compact_threshold?: number | null;
        };
        Conversation: {
            id: string;
            /** @constant */
            object: "conversation";
            metadata: components["schemas"]["Metadata"];
            created_at: number;
        };
        ConversationChoice: string | components["schemas"]["ConversationReference"];
        ConversationDeleted: {
            id: string;
            /** @constant */
            object: "conversation.deleted";
            deleted: boolean;
        };
        ConversationItemList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Item"][];
            has_more: boolean;
            first_id: string | null;
            last_id: string | null;
        };
        ConversationItemsRequest: {
            items: components["schemas"]["InputItem"][];
        };
        ConversationReference: {
            id: string;
        };
        ConversationRequest: {
            metadata?: components["schemas"]["Metadata"];
            items?: components["schemas"]["InputItem"][] | null;
        };
        ConversationUpdate: {
            metadata: components["schemas"]["Metadata"];
        };
        CreateFileOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "create_file";
            path: string;
            diff: string;
        };
        CustomGrammarFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "grammar";
            syntax: string;
            definition: string;
        };
        CustomTextFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
        };
        CustomTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            name: string;
            description?: string;
            format?: components["schemas"]["CustomToolFormat"];
            defer_loading?: boolean;
            allowed_callers?: string[] | null;
        };
        CustomToolCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom_tool_call";
            id?: string | null;
            call_id: string;
            name: string;
            input: string;
            namespace?: string | null;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status?: string | null;
            created_by?: string;
        };
        CustomToolCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom_tool_call_output";
            id?: string | null;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            output: string | components["schemas"]["InputContent"][];
            status?: string | null;
            created_by?: string;
        };
        CustomToolChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            name: string;
        };
        CustomToolFormat: components["schemas"]["CustomTextFormat"] | components["schemas"]["CustomGrammarFormat"];
        CustomToolInputDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.custom_tool_call_input.delta";
            sequence_number: number;
            output_index: number;
            item_id: string;
            delta: string;
        };
        CustomToolInputDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.custom_tool_call_input.done";
            sequence_number: number;
            output_index: number;
            item_id: string;
            input: string;
        };
        DeleteFileOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "delete_file";
            path: string;
        };
        DeltaLogprob: {
            token: string;
            logprob: number;
            top_logprobs?: {
                token?: string;
                logprob?: number;
            }[];
        };
        DeveloperMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "developer";
            content: string | components["schemas"]["TextPart"][];
            name?: string | null;
        };
        DiarizedTranscription: {
            task?: string;
            duration: number;
            text: string;
            segments: components["schemas"]["TranscriptionSegmentEvent"][];
            usage?: components["schemas"]["TranscriptionUsage"];
        };
        DirectCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "direct";
        };
        DomainSecret: {
            domain: string;
            name: string;
            value: string;
        };
        DoubleClickAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "double_click";
            x: number;
            y: number;
            keys: string[] | null;
        };
        DragAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "drag";
            path: components["schemas"]["Point"][];
            keys?: string[] | null;
        };
        DriveFile: {
            id: string;
            /** @constant */
            object: "drive.file";
            bytes: number;
            content_type: string;
            created_at: number;
            expires_at: number;
            sha256: string;
            url: string;
        };
        EasyMessage: {
            /** @description Absent. An item with a type is read as that type. */
            type?: unknown;
            role: string;
            content: string | components["schemas"]["MessageContent"][];
            phase?: string | null;
        };
        Embedding: {
            index: number;
            embedding: string | number[];
            /** @constant */
            object: "embedding";
        };
        EmbeddingList: {
            data: components["schemas"]["Embedding"][];
            model: string;
            /** @constant */
            object: "list";
            usage: {
                prompt_tokens: number;
                total_tokens: number;
            };
        };
        EmbeddingRequest: {
            model: string;
            input: string | string[] | number[] | number[][];
            /**
             * @default float
             * @enum {string}
             */
            encoding_format?: "float" | "base64";
            dimensions?: number | null;
            user?: string | null;
        };
        Error: {
            message: string;
            type: string;
            param: string | null;
            code: string | null;
        };
        ErrorResponse: {
            error: components["schemas"]["Error"];
        };
        File: {
            id: string;
            /** @constant */
            object: "file";
            bytes: number;
            created_at: number;
            expires_at?: number | null;
            filename: string;
            purpose: string;
            /** @deprecated */
            status: string;
            /** @deprecated */
            status_details?: string | null;
        };
        FileAttributes: {
            [key: string]: string | number | boolean;
        } | null;
        FileCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_citation";
            file_id: string;
            index: number;
            filename: string;
        };
        FileDeleted: {
            id: string;
            /** @constant */
            object: "file";
            deleted: boolean;
        };
        FileExpiry: {
            /** @constant */
            anchor: "created_at";
            seconds: number;
        };
        FileFilter: components["schemas"]["ComparisonFilter"] | components["schemas"]["CompoundFilter"];
        FileForm: {
            /** Format: binary */
            file: string;
            purpose: string;
            expires_after?: components["schemas"]["FileExpiry"];
        };
        FileList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["File"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
        };
        FilePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            file: {
                filename?: string;
                file_data?: string;
                file_id?: string;
            };
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        FilePath: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_path";
            file_id: string;
            index: number;
        };
        FileSearchCall: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search_call";
            status: string;
            queries: string[];
            results?: {
                file_id?: string;
                text?: string;
                filename?: string;
                attributes?: components["schemas"]["FileAttributes"];
                score?: number;
            }[] | null;
        };
        FileSearchChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search";
        };
        FileSearchCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.file_search_call.completed";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        FileSearchInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.file_search_call.in_progress";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        FileSearchSearchingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.file_search_call.searching";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        FileSearchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file_search";
            vector_store_ids: string[];
            max_num_results?: number;
            ranking_options?: components["schemas"]["RankingOptions"];
            filters?: components["schemas"]["FileFilter"] | null;
        };
        FindInPageAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "find_in_page";
            url: string;
            pattern: string;
        };
        FunctionArgumentsDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.function_call_arguments.delta";
            item_id: string;
            output_index: number;
            sequence_number: number;
            delta: string;
        };
        FunctionArgumentsDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.function_call_arguments.done";
            item_id: string;
            name?: string;
            output_index: number;
            sequence_number: number;
            arguments: string;
        };
        FunctionCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function_call";
            id?: string | null;
            call_id: string;
            name: string;
            arguments: string;
            namespace?: string | null;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status?: string | null;
            created_by?: string;
        };
        FunctionCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function_call_output";
            id?: string;
            call_id?: string;
            name?: string;
            namespace?: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            output: string | components["schemas"]["InputContent"][];
            status?: string;
            created_by?: string;
        };
        FunctionCallOutputInput: {
            id?: string | null;
            call_id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function_call_output";
            output: string | (components["schemas"]["InputText"] | components["schemas"]["InputImage"] | components["schemas"]["InputFile"])[];
            name?: string | null;
            namespace?: string | null;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status?: string | null;
        };
        FunctionChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            name: string;
        };
        FunctionDefinition: {
            description?: string;
            name: string;
            parameters?: {
                [key: string]: unknown;
            };
            /** @default false */
            strict?: boolean | null;
        };
        FunctionMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "function";
            name: string;
            content: string | null;
        };
        FunctionTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "function";
            name: string;
            description?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
            strict?: boolean | null;
            output_schema?: {
                [key: string]: unknown;
            } | null;
            defer_loading?: boolean | null;
            allowed_callers?: string[] | null;
        };
        HybridSearchWeights: {
            embedding_weight: number;
            text_weight: number;
        };
        Image: {
            b64_json?: string | null;
            url?: string | null;
            revised_prompt?: string | null;
        };
        ImageCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation.completed";
            b64_json: string;
            created_at: number;
            size: string;
            quality: string;
            background: string;
            output_format: string;
            usage: components["schemas"]["ImageUsage"];
        };
        ImageEditCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_edit.completed";
            b64_json: string;
            created_at: number;
            size: string;
            quality: string;
            background: string;
            output_format: string;
            usage: components["schemas"]["ImageUsage"];
        };
        ImageEditEvent: components["schemas"]["ImageEditPartialEvent"] | components["schemas"]["ImageEditCompletedEvent"];
        ImageEditForm: {
            image?: string | string[];
            "image[]"?: string[];
            prompt: string;
            /** Format: binary */
            mask?: string;
            /** Format: binary */
            markup?: string;
            /** @default gpt-image-1.5 */
            model?: string | null;
            /** @default 1 */
            n?: number | null;
            /** @default 1024x1024 */
            size?: string | null;
            /** @default auto */
            quality?: string | null;
            /** @enum {string|null} */
            response_format?: "url" | "b64_json" | null;
            /** @default png */
            output_format?: string | null;
            /** @default 100 */
            output_compression?: number | null;
            /** @default auto */
            background?: string | null;
            input_fidelity?: string | null;
            /** @default false */
            stream?: boolean | null;
            /** @default 0 */
            partial_images?: number | null;
            complexity?: string | null;
            /** @default 9 */
            frame_count?: number | null;
            /** @default 200 */
            frame_duration_ms?: number | null;
            safety_identifier?: string | null;
            user?: string;
        };
        ImageEditPartialEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_edit.partial_image";
            b64_json: string;
            created_at: number;
            size: string;
            quality: string;
            background: string;
            output_format: string;
            partial_image_index: number;
        };
        ImageEditRequest: {
            images: components["schemas"]["ImageReference"][];
            prompt: string;
            mask?: components["schemas"]["ImageReference"];
            /** @default gpt-image-1.5 */
            model?: string | null;
            /** @default 1 */
            n?: number | null;
            /** @default auto */
            size?: string | null;
            /** @default auto */
            quality?: string | null;
            /** @default png */
            output_format?: string | null;
            output_compression?: number | null;
            /** @default auto */
            background?: string | null;
            input_fidelity?: string | null;
            /** @default auto */
            moderation?: string | null;
            /** @default false */
            stream?: boolean | null;
            /** @default 0 */
            partial_images?: number | null;
            safety_identifier?: string | null;
            user?: string;
        };
        ImageEvent: components["schemas"]["ImagePartialEvent"] | components["schemas"]["ImageCompletedEvent"];
        ImageGenerationCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation_call";
            id: string;
            status?: string;
            result?: string | null;
        };
        ImageGenerationChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation";
        };
        ImageGenerationCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.completed";
            output_index: number;
            sequence_number: number;
            item_id: string;
        };
        ImageGenerationGeneratingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.generating";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        ImageGenerationInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.in_progress";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        ImageGenerationPartialEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.image_generation_call.partial_image";
            output_index: number;
            item_id: string;
            sequence_number: number;
            partial_image_index: number;
            partial_image_b64: string;
            size?: string;
            quality?: string;
            background?: string;
            output_format?: string;
        };
        ImageGenerationTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation";
            /** @default gpt-image-1 */
            model?: string;
            /** @default auto */
            quality?: string;
            /** @default auto */
            size?: string;
            /** @default png */
            output_format?: string;
            /** @default 100 */
            output_compression?: number;
            /** @default auto */
            moderation?: string;
            /** @default auto */
            background?: string;
            input_fidelity?: string | null;
            input_image_mask?: {
                image_url?: string;
                file_id?: string;
            };
            /** @default 0 */
            partial_images?: number;
            action?: string;
        };
        ImageList: {
            created: number;
            data?: components["schemas"]["Image"][];
            background?: string;
            output_format?: string;
            size?: string;
            quality?: string;
            usage?: components["schemas"]["ImageUsage"];
            safety_identifier?: string | null;
        };
        ImagePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_url";
            image_url: {
                url: string;
                /** @default auto */
                detail?: string;
            };
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        ImagePartialEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_generation.partial_image";
            b64_json: string;
            created_at: number;
            size: string;
            quality: string;
            background: string;
            output_format: string;
            partial_image_index: number;
        };
        ImageReference: {
            image_url?: string;
            file_id?: string;
        };
        ImageRequest: {
            prompt: string;
            /** @default dall-e-2 */
            model?: string | null;
            /** @default 1 */
            n?: number | null;
            /** @default auto */
            size?: string | null;
            /** @default auto */
            quality?: string | null;
            /**
             * @default url
             * @enum {string|null}
             */
            response_format?: "url" | "b64_json" | null;
            /** @default png */
            output_format?: string | null;
            /** @default 100 */
            output_compression?: number | null;
            /** @default auto */
            background?: string | null;
            /** @default false */
            stream?: boolean | null;
            /** @default 0 */
            partial_images?: number | null;
            /** @default auto */
            moderation?: string | null;
            /** @default vivid */
            style?: string | null;
            complexity?: string | null;
            /** @default 9 */
            frame_count?: number | null;
            /** @default 200 */
            frame_duration_ms?: number | null;
            svg?: {
                [key: string]: unknown;
            };
            safety_identifier?: string | null;
            user?: string;
        };
        ImageTokenDetails: {
            image_tokens: number;
            text_tokens: number;
        };
        ImageUsage: {
            input_tokens: number;
            total_tokens: number;
            output_tokens: number;
            output_tokens_details?: components["schemas"]["ImageTokenDetails"];
            input_tokens_details?: components["schemas"]["ImageTokenDetails"];
        };
        ImageVariationForm: {
            /** Format: binary */
            image: string;
            /** @default dall-e-2 */
            model?: string | null;
            /** @default 1 */
            n?: number | null;
            /**
             * @default url
             * @enum {string|null}
             */
            response_format?: "url" | "b64_json" | null;
            /** @default 1024x1024 */
            size?: string | null;
            user?: string;
        };
        InlineModerationError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            code: string;
            message: string;
        };
        InlineModerationMode: {
            mode: string;
        };
        InlineModerationPolicy: {
            input?: components["schemas"]["InlineModerationMode"] | null;
            output?: components["schemas"]["InlineModerationMode"] | null;
        };
        InlineModerationRequest: {
            model: string;
            policy?: components["schemas"]["InlineModerationPolicy"] | null;
        };
        InlineModerationResult: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "moderation_result";
            model: string;
            flagged: boolean;
            categories: {
                [key: string]: boolean;
            };
            category_scores: {
                [key: string]: number;
            };
            category_applied_input_types: {
                [key: string]: string[];
            };
        };
        InlineSkill: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inline";
            name: string;
            description: string;
            source: components["schemas"]["InlineSkillSource"];
        };
        InlineSkillSource: {
            /** @constant */
            type: "base64";
            /** @default application/zip */
            media_type: string;
            data: string;
        };
        InputContent: components["schemas"]["InputText"] | components["schemas"]["InputImage"] | components["schemas"]["InputFile"];
        InputFile: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_file";
            file_id?: string | null;
            filename?: string | null;
            file_data?: string | null;
            file_url?: string | null;
            detail?: string | null;
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"] | null;
        };
        InputImage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_image";
            image_url?: string | null;
            file_id?: string | null;
            detail?: string | null;
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"] | null;
        };
        InputItem: components["schemas"]["TypedInputItem"] | components["schemas"]["EasyMessage"];
        InputMessageItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            role: string;
            content: string | components["schemas"]["MessageContent"][];
            id?: string | null;
            status?: string | null;
            phase?: string | null;
        };
        InputText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "input_text";
            text: string;
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"] | null;
        };
        InputTokens: {
            /** @constant */
            object: "response.input_tokens";
            input_tokens: number;
        };
        InputTokensRequest: {
            model?: string | null;
            input?: string | components["schemas"]["InputItem"][] | null;
            previous_response_id?: string | null;
            tools?: components["schemas"]["Tool"][] | null;
            text?: components["schemas"]["TextSettings"] | null;
            reasoning?: components["schemas"]["Reasoning"] | null;
            /** @deprecated */
            truncation?: string;
            instructions?: string | null;
            personality?: string;
            conversation?: components["schemas"]["ConversationChoice"] | null;
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            parallel_tool_calls?: boolean | null;
        };
        Item: components["schemas"]["MessageItem"] | components["schemas"]["FileSearchCall"] | components["schemas"]["FunctionCall"] | components["schemas"]["FunctionCallOutput"] | components["schemas"]["WebSearchCall"] | components["schemas"]["ComputerCall"] | components["schemas"]["ComputerCallOutput"] | components["schemas"]["ReasoningItem"] | components["schemas"]["ProgramItem"] | components["schemas"]["ProgramOutputItem"] | components["schemas"]["ToolSearchCall"] | components["schemas"]["ToolSearchOutput"] | components["schemas"]["AdditionalToolsItem"] | components["schemas"]["CompactionItem"] | components["schemas"]["ImageGenerationCall"] | components["schemas"]["CodeInterpreterCall"] | components["schemas"]["LocalShellCall"] | components["schemas"]["LocalShellCallOutput"] | components["schemas"]["ShellCall"] | components["schemas"]["ShellCallOutput"] | components["schemas"]["ApplyPatchCall"] | components["schemas"]["ApplyPatchCallOutput"] | components["schemas"]["McpCall"] | components["schemas"]["McpListTools"] | components["schemas"]["McpApprovalRequest"] | components["schemas"]["McpApprovalResponse"] | components["schemas"]["CustomToolCall"] | components["schemas"]["CustomToolCallOutput"];
        ItemReference: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "item_reference";
            id: string;
        };
        JsonObjectFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json_object";
        };
        KeyPressAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "keypress";
            keys: string[];
        };
        LegacyFunction: {
            description?: string;
            name: string;
            parameters?: {
                [key: string]: unknown;
            };
        };
        LegacyFunctionChoice: {
            name: string;
        };
        LocalEnvironment: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local";
            skills?: components["schemas"]["LocalSkill"][];
        };
        LocalShellAction: {
            /** @constant */
            type: "exec";
            command: string[];
            timeout_ms?: number | null;
            working_directory?: string | null;
            env: {
                [key: string]: string;
            };
            user?: string | null;
        };
        LocalShellCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell_call";
            id: string;
            call_id: string;
            action: components["schemas"]["LocalShellAction"];
            status: string;
        };
        LocalShellCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell_call_output";
            id: string;
            output: string;
            status?: string | null;
        };
        LocalShellTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "local_shell";
        };
        LocalSkill: {
            name: string;
            description: string;
            path: string;
        };
        McpApprovalRequest: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_approval_request";
            id: string;
            server_label: string;
            name: string;
            arguments: string;
        };
        McpApprovalResponse: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_approval_response";
            id?: string | null;
            approval_request_id: string;
            approve: boolean;
            reason?: string | null;
        };
        McpArgumentsDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call_arguments.delta";
            output_index: number;
            item_id: string;
            delta: string;
            sequence_number: number;
        };
        McpArgumentsDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call_arguments.done";
            output_index: number;
            item_id: string;
            arguments: string;
            sequence_number: number;
        };
        McpCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_call";
            id: string;
            server_label: string;
            name: string;
            arguments: string;
            output?: string | null;
            error?: components["schemas"]["McpError"] | null;
            status?: string;
            approval_request_id?: string | null;
        };
        McpCallCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call.completed";
            item_id: string;
            output_index: number;
            sequence_number: number;
        };
        McpCallFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call.failed";
            item_id: string;
            output_index: number;
            sequence_number: number;
        };
        McpCallInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_call.in_progress";
            sequence_number: number;
            output_index: number;
            item_id: string;
        };
        McpChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp";
            server_label: string;
            name?: string | null;
        };
        McpError: components["schemas"]["McpProtocolError"] | components["schemas"]["McpExecutionError"] | components["schemas"]["McpHttpError"];
        McpExecutionError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_tool_execution_error";
            content: unknown;
        };
        McpHttpError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "http_error";
            code: number;
            message: string;
        };
        McpListTools: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_list_tools";
            id: string;
            server_label: string;
            tools: components["schemas"]["McpListedTool"][];
            error?: string | null;
        };
        McpListToolsCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_list_tools.completed";
            item_id: string;
            output_index: number;
            sequence_number: number;
        };
        McpListToolsFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_list_tools.failed";
            item_id: string;
            output_index: number;
            sequence_number: number;
        };
        McpListToolsInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.mcp_list_tools.in_progress";
            item_id: string;
            output_index: number;
            sequence_number: number;
        };
        McpListedTool: {
            name: string;
            description?: string | null;
            input_schema: {
                [key: string]: unknown;
            };
            annotations?: {
                [key: string]: unknown;
            } | null;
        };
        McpProtocolError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp_protocol_error";
            code: number;
            message: string;
        };
        McpTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mcp";
            server_label: string;
            server_url?: string | null;
            connector_id?: string | null;
            tunnel_id?: string | null;
            authorization?: string | null;
            server_description?: string | null;
            headers?: {
                [key: string]: string;
            } | null;
            allowed_tools?: string[] | components["schemas"]["McpToolFilter"] | null;
            allowed_callers?: string[] | null;
            require_approval?: string | {
                always?: components["schemas"]["McpToolFilter"];
                never?: components["schemas"]["McpToolFilter"];
            } | null;
            defer_loading?: boolean;
        };
        McpToolFilter: {
            tool_names?: string[];
            read_only?: boolean;
        };
        MessageContent: components["schemas"]["InputText"] | components["schemas"]["InputImage"] | components["schemas"]["InputFile"] | components["schemas"]["OutputText"] | components["schemas"]["Refusal"] | components["schemas"]["PlainText"] | components["schemas"]["SummaryText"] | components["schemas"]["ReasoningText"] | components["schemas"]["ScreenshotContent"];
        MessageItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            id: string;
            role: string;
            content: components["schemas"]["MessageContent"][];
            status?: string;
            phase?: string | null;
        };
        Metadata: {
            [key: string]: string;
        } | null;
        Model: {
            id: string;
            created: number;
            /** @constant */
            object: "model";
            owned_by: string;
            shutdown_date?: string | null;
        };
        ModelList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Model"][];
        };
        Moderation: {
            id: string;
            model: string;
            results: {
                flagged: boolean;
                categories: {
                    hate: boolean;
                    "hate/threatening": boolean;
                    harassment: boolean;
                    "harassment/threatening": boolean;
                    illicit: boolean | null;
                    "illicit/violent": boolean | null;
                    "self-harm": boolean;
                    "self-harm/intent": boolean;
                    "self-harm/instructions": boolean;
                    sexual: boolean;
                    "sexual/minors": boolean;
                    violence: boolean;
                    "violence/graphic": boolean;
                };
                category_scores: {
                    hate: number;
                    "hate/threatening": number;
                    harassment: number;
                    "harassment/threatening": number;
                    illicit: number;
                    "illicit/violent": number;
                    "self-harm": number;
                    "self-harm/intent": number;
                    "self-harm/instructions": number;
                    sexual: number;
                    "sexual/minors": number;
                    violence: number;
                    "violence/graphic": number;
                };
                category_applied_input_types: {
                    hate: string[];
                    "hate/threatening": string[];
                    harassment: string[];
                    "harassment/threatening": string[];
                    illicit: string[];
                    "illicit/violent": string[];
                    "self-harm": string[];
                    "self-harm/intent": string[];
                    "self-harm/instructions": string[];
                    sexual: string[];
                    "sexual/minors": string[];
                    violence: string[];
                    "violence/graphic": string[];
                };
            }[];
        };
        ModerationImageInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image_url";
            image_url: {
                url: string;
            };
        };
        ModerationInput: components["schemas"]["ModerationImageInput"] | components["schemas"]["ModerationTextInput"];
        ModerationRequest: {
            input: string | string[] | components["schemas"]["ModerationInput"][];
            /** @default omni-moderation-latest */
            model?: string;
        };
        ModerationTextInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
        };
        MoveAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "move";
            x: number;
            y: number;
            keys?: string[] | null;
        };
        NamespaceTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "namespace";
            name: string;
            description: string;
            tools: components["schemas"]["NamespacedTool"][];
        };
        NamespacedTool: components["schemas"]["FunctionTool"] | components["schemas"]["CustomTool"];
        NetworkAllowlist: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "allowlist";
            allowed_domains: string[];
            domain_secrets?: components["schemas"]["DomainSecret"][];
        };
        NetworkDisabled: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "disabled";
        };
        OpenPageAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "open_page";
            url?: string | null;
        };
        OutputContent: components["schemas"]["OutputText"] | components["schemas"]["Refusal"] | components["schemas"]["ReasoningText"];
        OutputItem: components["schemas"]["OutputMessage"] | components["schemas"]["FunctionCall"] | components["schemas"]["ReasoningItem"] | components["schemas"]["WebSearchCall"] | components["schemas"]["FileSearchCall"] | components["schemas"]["FunctionCallOutput"] | components["schemas"]["ComputerCall"] | components["schemas"]["ComputerCallOutput"] | components["schemas"]["ProgramItem"] | components["schemas"]["ProgramOutputItem"] | components["schemas"]["ToolSearchCall"] | components["schemas"]["ToolSearchOutput"] | components["schemas"]["AdditionalToolsItem"] | components["schemas"]["CompactionItem"] | components["schemas"]["ImageGenerationCall"] | components["schemas"]["CodeInterpreterCall"] | components["schemas"]["LocalShellCall"] | components["schemas"]["LocalShellCallOutput"] | components["schemas"]["ShellCall"] | components["schemas"]["ShellCallOutput"] | components["schemas"]["ApplyPatchCall"] | components["schemas"]["ApplyPatchCallOutput"] | components["schemas"]["McpCall"] | components["schemas"]["McpListTools"] | components["schemas"]["McpApprovalRequest"] | components["schemas"]["McpApprovalResponse"] | components["schemas"]["CustomToolCall"] | components["schemas"]["CustomToolCallOutput"];
        OutputItemAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_item.added";
            output_index: number;
            sequence_number: number;
            item: components["schemas"]["OutputItem"];
        };
        OutputItemDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_item.done";
            output_index: number;
            sequence_number: number;
            item: components["schemas"]["OutputItem"];
        };
        OutputLogprob: {
            token: string;
            logprob: number;
            bytes: number[];
            top_logprobs: components["schemas"]["OutputTopLogprob"][];
        };
        OutputMessage: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message";
            /** @constant */
            role: "assistant";
            status?: string;
            content: components["schemas"]["OutputMessageContent"][];
            phase?: string | null;
        };
        OutputMessageContent: components["schemas"]["OutputText"] | components["schemas"]["Refusal"];
        OutputModalities: string[] | null;
        OutputText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "output_text";
            text: string;
            annotations?: components["schemas"]["Annotation"][];
            logprobs?: components["schemas"]["OutputLogprob"][] | null;
        };
        OutputTextDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_text.delta";
            item_id: string;
            output_index: number;
            content_index: number;
            delta: string;
            sequence_number: number;
            logprobs?: components["schemas"]["DeltaLogprob"][];
            obfuscation?: string;
        };
        OutputTextDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.output_text.done";
            item_id: string;
            output_index: number;
            content_index: number;
            text: string;
            sequence_number: number;
            logprobs?: components["schemas"]["DeltaLogprob"][];
        };
        OutputTopLogprob: {
            token: string;
            logprob: number;
            bytes: number[];
        };
        PatchDiffDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.apply_patch_call_operation_diff.delta";
            item_id: string;
            output_index: number;
            sequence_number: number;
            delta: string;
            obfuscation?: string;
        };
        PatchDiffDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.apply_patch_call_operation_diff.done";
            item_id: string;
            output_index: number;
            sequence_number: number;
            diff: string;
        };
        PatchOperation: components["schemas"]["CreateFileOperation"] | components["schemas"]["DeleteFileOperation"] | components["schemas"]["UpdateFileOperation"];
        PlainText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
        };
        PlainTextFormat: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
        };
        Point: {
            x: number;
            y: number;
        };
        PredictedOutput: {
            /** @constant */
            type: "content";
            content: string | components["schemas"]["TextPart"][];
        };
        ProgramCaller: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program";
            caller_id: string;
        };
        ProgramItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program";
            id: string;
            call_id: string;
            code: string;
            fingerprint: string;
        };
        ProgramOutputItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "program_output";
            id: string;
            call_id: string;
            result: string;
            status: string;
        };
        ProgrammaticChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "programmatic_tool_calling";
        };
        ProgrammaticTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "programmatic_tool_calling";
        };
        PromptCacheBreakpoint: {
            /** @default explicit */
            mode: string;
            ttl?: string;
        };
        PromptCacheOptions: {
            ttl?: string;
            mode?: string;
        };
        PromptReference: {
            id: string;
            version?: string | null;
            variables?: components["schemas"]["PromptVariables"];
        } | null;
        PromptVariables: {
            [key: string]: string | components["schemas"]["InputContent"];
        } | null;
        RankingOptions: {
            ranker?: string;
            score_threshold?: number;
            hybrid_search?: components["schemas"]["HybridSearchWeights"];
        };
        Reasoning: {
            mode?: string;
            effort?: components["schemas"]["ReasoningEffort"];
            summary?: string | null;
            context?: string | null;
            /** @deprecated */
            generate_summary?: string | null;
        };
        /** @default medium */
        ReasoningEffort: string | null;
        ReasoningItem: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reasoning";
            id: string;
            encrypted_content?: string | null;
            summary: components["schemas"]["SummaryText"][];
            content?: components["schemas"]["ReasoningText"][];
            status?: string;
        };
        ReasoningSummaryPartAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_part.added";
            item_id: string;
            output_index: number;
            summary_index: number;
            sequence_number: number;
            part: {
                /** @constant */
                type: "summary_text";
                text: string;
            };
        };
        ReasoningSummaryPartDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_part.done";
            item_id: string;
            output_index: number;
            summary_index: number;
            status?: string;
            sequence_number: number;
            part: {
                /** @constant */
                type: "summary_text";
                text: string;
            };
        };
        ReasoningSummaryTextDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_text.delta";
            item_id: string;
            output_index: number;
            summary_index: number;
            delta: string;
            sequence_number: number;
        };
        ReasoningSummaryTextDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_summary_text.done";
            item_id: string;
            output_index: number;
            summary_index: number;
            text: string;
            sequence_number: number;
        };
        ReasoningText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reasoning_text";
            text: string;
        };
        ReasoningTextDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_text.delta";
            item_id: string;
            output_index: number;
            content_index: number;
            delta: string;
            sequence_number: number;
        };
        ReasoningTextDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.reasoning_text.done";
            item_id: string;
            output_index: number;
            content_index: number;
            text: string;
            sequence_number: number;
        };
        Refusal: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refusal";
            refusal: string;
        };
        RefusalDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.refusal.delta";
            item_id: string;
            output_index: number;
            content_index: number;
            delta: string;
            sequence_number: number;
        };
        RefusalDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.refusal.done";
            item_id: string;
            output_index: number;
            content_index: number;
            refusal: string;
            sequence_number: number;
        };
        RefusalPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refusal";
            refusal: string;
        };
        Response: {
            metadata?: components["schemas"]["Metadata"];
            top_logprobs?: number | null;
            /** @default 1 */
            temperature?: number | null;
            /** @default 1 */
            top_p?: number | null;
            /** @deprecated */
            user?: string | null;
            safety_identifier?: string | null;
            prompt_cache_key?: string | null;
            /** @deprecated */
            prompt_cache_retention?: string | null;
            previous_response_id?: string | null;
            model?: string | null;
            /** @default false */
            background?: boolean | null;
            max_tool_calls?: number | null;
            text?: components["schemas"]["TextSettings"] | null;
            tools?: components["schemas"]["Tool"][] | null;
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            prompt?: components["schemas"]["PromptReference"];
            id: string;
            /** @constant */
            object: "response";
            status?: string;
            created_at: number;
            completed_at?: number | null;
            error?: components["schemas"]["ResponseError"] | null;
            incomplete_details?: {
                reason?: string;
            } | null;
            output: components["schemas"]["OutputItem"][];
            usage?: components["schemas"]["ResponseUsage"] | null;
            instructions?: string | components["schemas"]["InputItem"][] | null;
            max_output_tokens?: number | null;
            /** @default true */
            parallel_tool_calls?: boolean;
            reasoning?: components["schemas"]["Reasoning"] | null;
            store?: boolean | null;
            service_tier?: components["schemas"]["ServiceTier"];
            /** @default disabled */
            truncation?: string | null;
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            moderation?: components["schemas"]["ResponseModeration"] | null;
            conversation?: components["schemas"]["ConversationReference"] | null;
            output_text?: string | null;
            tool_usage?: {
                [key: string]: unknown;
            } | null;
            prompt_cache_diagnostics?: {
                [key: string]: unknown;
            } | null;
            image?: {
                [key: string]: unknown;
            } | null;
            access_programs?: {
                [key: string]: unknown;
            } | null;
        };
        ResponseCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.completed";
            response: components["schemas"]["Response"];
            sequence_number: number;
        };
        ResponseCreatedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.created";
            response: components["schemas"]["Response"];
            sequence_number: number;
        };
        ResponseDeleted: {
            id: string;
            /** @constant */
            object: "response";
            deleted: boolean;
        };
        ResponseError: {
            code: string;
            message: string;
        };
        ResponseErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            code: string | null;
            message: string;
            param: string | null;
            sequence_number: number;
        };
        ResponseEvent: components["schemas"]["AudioDeltaEvent"] | components["schemas"]["AudioDoneEvent"] | components["schemas"]["AudioTranscriptDeltaEvent"] | components["schemas"]["AudioTranscriptDoneEvent"] | components["schemas"]["CodeInterpreterCodeDeltaEvent"] | components["schemas"]["CodeInterpreterCodeDoneEvent"] | components["schemas"]["CodeInterpreterCompletedEvent"] | components["schemas"]["CodeInterpreterInProgressEvent"] | components["schemas"]["CodeInterpreterInterpretingEvent"] | components["schemas"]["ResponseCompletedEvent"] | components["schemas"]["ContentPartAddedEvent"] | components["schemas"]["ContentPartDoneEvent"] | components["schemas"]["ResponseCreatedEvent"] | components["schemas"]["ResponseErrorEvent"] | components["schemas"]["FileSearchCompletedEvent"] | components["schemas"]["FileSearchInProgressEvent"] | components["schemas"]["FileSearchSearchingEvent"] | components["schemas"]["FunctionArgumentsDeltaEvent"] | components["schemas"]["FunctionArgumentsDoneEvent"] | components["schemas"]["ShellCommandAddedEvent"] | components["schemas"]["ShellCommandDeltaEvent"] | components["schemas"]["ShellCommandDoneEvent"] | components["schemas"]["ShellOutputDeltaEvent"] | components["schemas"]["ShellOutputDoneEvent"] | components["schemas"]["ResponseInProgressEvent"] | components["schemas"]["ResponseFailedEvent"] | components["schemas"]["ResponseIncompleteEvent"] | components["schemas"]["OutputItemAddedEvent"] | components["schemas"]["OutputItemDoneEvent"] | components["schemas"]["ReasoningSummaryPartAddedEvent"] | components["schemas"]["ReasoningSummaryPartDoneEvent"] | components["schemas"]["ReasoningSummaryTextDeltaEvent"] | components["schemas"]["ReasoningSummaryTextDoneEvent"] | components["schemas"]["ReasoningTextDeltaEvent"] | components["schemas"]["ReasoningTextDoneEvent"] | components["schemas"]["RefusalDeltaEvent"] | components["schemas"]["RefusalDoneEvent"] | components["schemas"]["OutputTextDeltaEvent"] | components["schemas"]["OutputTextDoneEvent"] | components["schemas"]["WebSearchCompletedEvent"] | components["schemas"]["WebSearchInProgressEvent"] | components["schemas"]["WebSearchSearchingEvent"] | components["schemas"]["ImageGenerationCompletedEvent"] | components["schemas"]["ImageGenerationGeneratingEvent"] | components["schemas"]["ImageGenerationInProgressEvent"] | components["schemas"]["ImageGenerationPartialEvent"] | components["schemas"]["McpArgumentsDeltaEvent"] | components["schemas"]["McpArgumentsDoneEvent"] | components["schemas"]["McpCallCompletedEvent"] | components["schemas"]["McpCallFailedEvent"] | components["schemas"]["McpCallInProgressEvent"] | components["schemas"]["McpListToolsCompletedEvent"] | components["schemas"]["McpListToolsFailedEvent"] | components["schemas"]["McpListToolsInProgressEvent"] | components["schemas"]["AnnotationAddedEvent"] | components["schemas"]["ResponseQueuedEvent"] | components["schemas"]["CustomToolInputDeltaEvent"] | components["schemas"]["CustomToolInputDoneEvent"] | components["schemas"]["CompactionCompactingEvent"] | components["schemas"]["PatchDiffDeltaEvent"] | components["schemas"]["PatchDiffDoneEvent"];
        ResponseFailedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.failed";
            sequence_number: number;
            response: components["schemas"]["Response"];
        };
        ResponseInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.in_progress";
            response: components["schemas"]["Response"];
            sequence_number: number;
        };
        ResponseIncompleteEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.incomplete";
            response: components["schemas"]["Response"];
            sequence_number: number;
        };
        ResponseInput: string | components["schemas"]["InputItem"][];
        ResponseItemList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Item"][];
            has_more: boolean;
            first_id: string | null;
            last_id: string | null;
        };
        ResponseModeration: {
            input: components["schemas"]["InlineModerationResult"] | components["schemas"]["InlineModerationError"];
            output: components["schemas"]["InlineModerationResult"] | components["schemas"]["InlineModerationError"];
        };
        ResponseQueuedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.queued";
            response: components["schemas"]["Response"];
            sequence_number: number;
        };
        ResponseRequest: {
            metadata?: components["schemas"]["Metadata"];
            top_logprobs?: number | null;
            /** @default 1 */
            temperature?: number | null;
            /** @default 1 */
            top_p?: number | null;
            /** @deprecated */
            user?: string | null;
            safety_identifier?: string | null;
            prompt_cache_key?: string | null;
            /** @deprecated */
            prompt_cache_retention?: string | null;
            prompt_cache_options?: components["schemas"]["PromptCacheOptions"] | null;
            previous_response_id?: string | null;
            model?: string | null;
            /** @default false */
            background?: boolean | null;
            max_tool_calls?: number | null;
            text?: components["schemas"]["TextSettings"] | null;
            tools?: components["schemas"]["Tool"][] | null;
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            prompt?: components["schemas"]["PromptReference"];
            service_tier?: components["schemas"]["ServiceTier"];
            /**
             * @deprecated
             * @default disabled
             */
            truncation?: string | null;
            reasoning?: components["schemas"]["Reasoning"] | null;
            input?: components["schemas"]["ResponseInput"];
            include?: string[] | null;
            /** @default true */
            parallel_tool_calls?: boolean | null;
            /** @default true */
            store?: boolean | null;
            instructions?: string | null;
            moderation?: components["schemas"]["InlineModerationRequest"] | null;
            /** @default false */
            stream?: boolean | null;
            stream_options?: components["schemas"]["ResponseStreamOptions"];
            conversation?: components["schemas"]["ConversationChoice"] | null;
            context_management?: components["schemas"]["ContextManagement"][] | null;
            max_output_tokens?: number | null;
            image?: {
                [key: string]: unknown;
            } | null;
            access_programs?: {
                [key: string]: unknown;
            } | null;
        };
        ResponseStreamOptions: {
            include_obfuscation?: boolean;
        } | null;
        ResponseUsage: {
            input_tokens: number;
            input_tokens_details?: {
                cached_tokens?: number;
                cache_write_tokens?: number;
            };
            output_tokens: number;
            output_tokens_details?: {
                reasoning_tokens?: number;
            };
            total_tokens: number;
        };
        SafetyCheck: {
            id: string;
            code?: string | null;
            message?: string | null;
        };
        ScreenshotAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "screenshot";
        };
        ScreenshotContent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "computer_screenshot";
            image_url: string | null;
            file_id: string | null;
            detail: string;
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        ScrollAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "scroll";
            x: number;
            y: number;
            scroll_x: number;
            scroll_y: number;
            keys?: string[] | null;
        };
        SearchAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "search";
            /** @deprecated */
            query?: string;
            queries?: string[];
            sources?: {
                /** @constant */
                type: "url";
                url: string;
            }[];
        };
        /** @default auto */
        ServiceTier: string | null;
        ShellAction: {
            commands: string[];
            timeout_ms?: number | null;
            max_output_length?: number | null;
        };
        ShellCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call";
            id: string;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            action: components["schemas"]["ShellAction"];
            status: string;
            environment?: components["schemas"]["ShellEnvironment"] | null;
            created_by?: string;
        };
        ShellCallInput: {
            id?: string | null;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call";
            action: components["schemas"]["ShellAction"];
            status?: string | null;
            environment?: components["schemas"]["ShellEnvironment"] | null;
        };
        ShellCallOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call_output";
            id: string;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            status: string;
            output: components["schemas"]["ShellOutput"][];
            max_output_length: number | null;
            created_by?: string;
        };
        ShellCallOutputInput: {
            id?: string | null;
            call_id: string;
            caller?: components["schemas"]["ToolCallCaller"] | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell_call_output";
            output: components["schemas"]["ShellOutput"][];
            status?: string | null;
            max_output_length?: number | null;
        };
        ShellChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell";
        };
        ShellCommandAddedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_command.added";
            sequence_number: number;
            output_index: number;
            command_index: number;
            command: string;
        };
        ShellCommandDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_command.delta";
            sequence_number: number;
            output_index: number;
            command_index: number;
            delta: string;
            obfuscation?: string;
        };
        ShellCommandDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_command.done";
            sequence_number: number;
            output_index: number;
            command_index: number;
            command: string;
        };
        ShellEnvironment: components["schemas"]["LocalEnvironment"] | components["schemas"]["ContainerReference"];
        ShellExit: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "exit";
            exit_code: number;
        };
        ShellOutcome: components["schemas"]["ShellTimeout"] | components["schemas"]["ShellExit"];
        ShellOutput: {
            stdout: string;
            stderr: string;
            outcome: components["schemas"]["ShellOutcome"];
            created_by?: string;
        };
        ShellOutputDelta: {
            stdout?: string;
            stderr?: string;
        };
        ShellOutputDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_output_content.delta";
            sequence_number: number;
            item_id: string;
            output_index: number;
            command_index: number;
            delta: components["schemas"]["ShellOutputDelta"];
        };
        ShellOutputDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.shell_call_output_content.done";
            sequence_number: number;
            item_id: string;
            output_index: number;
            command_index: number;
            output: components["schemas"]["ShellOutput"][];
        };
        ShellTimeout: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "timeout";
        };
        ShellTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "shell";
            environment?: components["schemas"]["ShellToolEnvironment"] | null;
            allowed_callers?: string[] | null;
        };
        ShellToolEnvironment: components["schemas"]["AutoContainer"] | components["schemas"]["LocalEnvironment"] | components["schemas"]["ContainerReference"];
        SkillReference: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "skill_reference";
            skill_id: string;
            version?: string;
        };
        SpeechDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "speech.audio.delta";
            audio: string;
        };
        SpeechDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "speech.audio.done";
            usage: {
                input_tokens: number;
                output_tokens: number;
                total_tokens: number;
            };
        };
        SpeechEvent: components["schemas"]["SpeechDeltaEvent"] | components["schemas"]["SpeechDoneEvent"];
        SpeechRequest: {
            model: string;
            input: string;
            instructions?: string;
            voice: components["schemas"]["VoiceChoice"];
            /** @default mp3 */
            response_format?: string;
            /** @default 1 */
            speed?: number;
            /**
             * @default audio
             * @enum {string}
             */
            stream_format?: "sse" | "audio";
        };
        StopSequences: string | string[] | null;
        StoredChatMessage: {
            id: string;
            role: string;
            content?: string | null;
            content_parts?: components["schemas"]["UserContentPart"][] | null;
            name?: string | null;
            refusal?: string | null;
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            tool_call_id?: string | null;
        };
        SummaryText: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "summary_text";
            text: string;
        };
        SystemMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "system";
            content: string | components["schemas"]["TextPart"][];
            name?: string | null;
        };
        TextFormat: components["schemas"]["PlainTextFormat"] | components["schemas"]["TextFormatJsonSchema"] | components["schemas"]["JsonObjectFormat"];
        TextFormatJsonSchema: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "json_schema";
            name: string;
            schema: {
                [key: string]: unknown;
            };
            description?: string | null;
            strict?: boolean | null;
        };
        TextPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
            prompt_cache_breakpoint?: components["schemas"]["PromptCacheBreakpoint"];
        };
        TextSettings: {
            format?: components["schemas"]["TextFormat"];
            verbosity?: components["schemas"]["Verbosity"];
        };
        TokenLogprob: {
            token: string;
            logprob: number;
            bytes: number[] | null;
            top_logprobs: {
                token: string;
                logprob: number;
                bytes: number[] | null;
            }[];
        };
        Tool: components["schemas"]["FunctionTool"] | components["schemas"]["WebSearchTool"] | components["schemas"]["WebSearchToolDated"] | components["schemas"]["WebSearchPreviewTool"] | components["schemas"]["WebSearchPreviewToolDated"] | components["schemas"]["FileSearchTool"] | components["schemas"]["CustomTool"] | components["schemas"]["McpTool"] | components["schemas"]["CodeInterpreterTool"] | components["schemas"]["ImageGenerationTool"] | components["schemas"]["ComputerTool"] | components["schemas"]["ComputerUsePreviewTool"] | components["schemas"]["ShellTool"] | components["schemas"]["LocalShellTool"] | components["schemas"]["ApplyPatchTool"] | components["schemas"]["NamespaceTool"] | components["schemas"]["ToolSearchTool"] | components["schemas"]["ProgrammaticTool"];
        ToolCallCaller: components["schemas"]["DirectCaller"] | components["schemas"]["ProgramCaller"];
        ToolChoice: string | components["schemas"]["ToolChoiceObject"];
        ToolChoiceObject: components["schemas"]["FunctionChoice"] | components["schemas"]["AllowedToolsChoice"] | components["schemas"]["McpChoice"] | components["schemas"]["CustomToolChoice"] | components["schemas"]["ProgrammaticChoice"] | components["schemas"]["ApplyPatchChoice"] | components["schemas"]["ShellChoice"] | components["schemas"]["FileSearchChoice"] | components["schemas"]["WebSearchPreviewChoice"] | components["schemas"]["WebSearchPreviewDatedChoice"] | components["schemas"]["ComputerChoice"] | components["schemas"]["ComputerUseChoice"] | components["schemas"]["ComputerUsePreviewChoice"] | components["schemas"]["ImageGenerationChoice"] | components["schemas"]["CodeInterpreterChoice"];
        ToolMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "tool";
            tool_call_id: string;
            content: string | components["schemas"]["TextPart"][];
            name?: string | null;
        };
        ToolSearchCall: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_call";
            id: string;
            call_id: string | null;
            execution: string;
            arguments: unknown;
            status: string;
            created_by?: string;
        };
        ToolSearchCallInput: {
            id?: string | null;
            call_id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_call";
            execution?: string;
            arguments: {
                [key: string]: unknown;
            };
            status?: string | null;
        };
        ToolSearchOutput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_output";
            id: string;
            call_id: string | null;
            execution: string;
            tools: components["schemas"]["Tool"][];
            status: string;
            created_by?: string;
        };
        ToolSearchOutputInput: {
            id?: string | null;
            call_id?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search_output";
            execution?: string;
            tools: components["schemas"]["Tool"][];
            status?: string | null;
        };
        ToolSearchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_search";
            execution?: string;
            description?: string | null;
            parameters?: {
                [key: string]: unknown;
            } | null;
        };
        Transcription: {
            text: string;
            languages?: components["schemas"]["TranscriptionLanguage"][];
            logprobs?: {
                token?: string;
                logprob?: number;
                bytes?: number[];
            }[];
            usage?: components["schemas"]["TranscriptionUsage"];
        };
        TranscriptionDeltaEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transcript.text.delta";
            delta: string;
            logprobs?: {
                token?: string;
                logprob?: number;
                bytes?: number[];
            }[];
            segment_id?: string;
        };
        TranscriptionDoneEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transcript.text.done";
            text: string;
            languages?: components["schemas"]["TranscriptionLanguage"][];
            logprobs?: {
                token?: string;
                logprob?: number;
                bytes?: number[];
            }[];
            usage?: components["schemas"]["TranscriptionTokenUsage"];
        };
        TranscriptionDurationUsage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "duration";
            seconds: number;
        };
        TranscriptionEvent: components["schemas"]["TranscriptionSegmentEvent"] | components["schemas"]["TranscriptionDeltaEvent"] | components["schemas"]["TranscriptionDoneEvent"];
        TranscriptionForm: {
            /** Format: binary */
            file: string;
            model: string;
            language?: string;
            "languages[]"?: string[];
            "keywords[]"?: string[];
            prompt?: string;
            /** @default json */
            response_format?: string;
            /** @default 0 */
            temperature?: number;
            "include[]"?: string[];
            "timestamp_granularities[]"?: string[];
            /** @default false */
            stream?: boolean;
            chunking_strategy?: string | components["schemas"]["VoiceActivityDetection"];
            "known_speaker_names[]"?: string[];
            "known_speaker_references[]"?: string[];
        };
        TranscriptionLanguage: {
            code: string;
        };
        TranscriptionSegment: {
            id: number;
            seek: number;
            start: number;
            end: number;
            text: string;
            tokens: number[];
            temperature: number;
            avg_logprob: number;
            compression_ratio: number;
            no_speech_prob: number;
        };
        TranscriptionSegmentEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transcript.text.segment";
            id: string;
            start: number;
            end: number;
            text: string;
            speaker: string;
        };
        TranscriptionTokenUsage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tokens";
            input_tokens: number;
            input_token_details?: {
                text_tokens?: number;
                audio_tokens?: number;
            };
            output_tokens: number;
            total_tokens: number;
        };
        TranscriptionUsage: components["schemas"]["TranscriptionTokenUsage"] | components["schemas"]["TranscriptionDurationUsage"];
        TranscriptionWord: {
            word: string;
            start: number;
            end: number;
        };
        Translation: {
            text: string;
        };
        TranslationForm: {
            /** Format: binary */
            file: string;
            model: string;
            prompt?: string;
            /** @default json */
            response_format?: string;
            /** @default 0 */
            temperature?: number;
        };
        TypeAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "type";
            text: string;
        };
        TypedInputItem: components["schemas"]["InputMessageItem"] | components["schemas"]["FunctionCall"] | components["schemas"]["FunctionCallOutputInput"] | components["schemas"]["ReasoningItem"] | components["schemas"]["ItemReference"] | components["schemas"]["FileSearchCall"] | components["schemas"]["ComputerCall"] | components["schemas"]["ComputerCallOutputInput"] | components["schemas"]["WebSearchCall"] | components["schemas"]["ToolSearchCallInput"] | components["schemas"]["ToolSearchOutputInput"] | components["schemas"]["AdditionalToolsInput"] | components["schemas"]["CompactionInput"] | components["schemas"]["CompactionTrigger"] | components["schemas"]["ImageGenerationCall"] | components["schemas"]["CodeInterpreterCall"] | components["schemas"]["LocalShellCall"] | components["schemas"]["LocalShellCallOutput"] | components["schemas"]["ShellCallInput"] | components["schemas"]["ShellCallOutputInput"] | components["schemas"]["ApplyPatchCallInput"] | components["schemas"]["ApplyPatchCallOutputInput"] | components["schemas"]["McpListTools"] | components["schemas"]["McpApprovalRequest"] | components["schemas"]["McpApprovalResponse"] | components["schemas"]["McpCall"] | components["schemas"]["CustomToolCallOutput"] | components["schemas"]["CustomToolCall"] | components["schemas"]["ProgramItem"] | components["schemas"]["ProgramOutputItem"] | components["schemas"]["ConfigurationUpdate"];
        UpdateFileOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "update_file";
            path: string;
            diff: string;
        };
        UrlCitation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "url_citation";
            url: string;
            start_index?: number;
            end_index?: number;
            title?: string;
        };
        UserContentPart: components["schemas"]["TextPart"] | components["schemas"]["ImagePart"] | components["schemas"]["AudioPart"] | components["schemas"]["FilePart"];
        UserMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            role: "user";
            content: string | components["schemas"]["UserContentPart"][];
            name?: string | null;
        };
        VerboseTranscription: {
            task?: string;
            language: string;
            duration: number;
            text: string;
            words?: components["schemas"]["TranscriptionWord"][];
            segments?: components["schemas"]["TranscriptionSegment"][];
            usage?: components["schemas"]["TranscriptionUsage"];
        };
        VerboseTranslation: {
            task?: string;
            language: string;
            duration: number;
            text: string;
            segments?: components["schemas"]["TranscriptionSegment"][];
        };
        /** @default medium */
        Verbosity: string | null;
        Voice: {
            /** @constant */
            object: "audio.voice";
            id: string;
            name: string;
            created_at: number;
            type?: string;
            prompt?: string;
        };
        VoiceActivityDetection: {
            /** @constant */
            type: "server_vad";
            /** @default 300 */
            prefix_padding_ms?: number;
            /** @default 200 */
            silence_duration_ms?: number;
            /** @default 0.5 */
            threshold?: number;
        };
        VoiceChoice: string | {
            id: string;
        };
        VoiceConsent: {
            /** @constant */
            object: "audio.voice_consent";
            id: string;
            name: string;
            language: string;
            created_at: number;
        };
        VoiceConsentDeleted: {
            id: string;
            /** @constant */
            object: "audio.voice_consent";
            deleted: boolean;
        };
        VoiceConsentForm: {
            name: string;
            /** Format: binary */
            recording: string;
            language: string;
        };
        VoiceConsentList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["VoiceConsent"][];
            first_id?: string | null;
            last_id?: string | null;
            has_more: boolean;
        };
        VoiceConsentUpdate: {
            name: string;
        };
        VoiceDeleted: {
            id: string;
            /** @constant */
            object: "audio.voice.deleted";
            deleted: boolean;
        };
        VoiceForm: {
            name: string;
            /** @default audio_sample */
            type?: string;
            /** Format: binary */
            audio_sample?: string;
            consent?: string;
            prompt?: string;
            model?: string;
            script_hint?: string;
        };
        VoiceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Voice"][];
            first_id?: string | null;
            last_id?: string | null;
            has_more: boolean;
        };
        WaitAction: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wait";
        };
        WebSearchAction: components["schemas"]["SearchAction"] | components["schemas"]["OpenPageAction"] | components["schemas"]["FindInPageAction"];
        WebSearchCall: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_call";
            status: string;
            action?: components["schemas"]["WebSearchAction"] | null;
        };
        WebSearchCompletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.web_search_call.completed";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        WebSearchInProgressEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.web_search_call.in_progress";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        WebSearchLocation: {
            country?: string;
            region?: string;
            city?: string;
            timezone?: string;
        };
        WebSearchPreviewChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview";
        };
        WebSearchPreviewDatedChoice: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview_2025_03_11";
        };
        WebSearchPreviewTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview";
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            search_context_size?: string;
            search_content_types?: string[];
        };
        WebSearchPreviewToolDated: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_preview_2025_03_11";
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            search_context_size?: string;
            search_content_types?: string[];
        };
        WebSearchSearchingEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "response.web_search_call.searching";
            output_index: number;
            item_id: string;
            sequence_number: number;
        };
        WebSearchTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search";
            /** @default true */
            external_web_access?: boolean;
            filters?: {
                allowed_domains?: string[] | null;
            } | null;
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            /** @default medium */
            search_context_size?: string;
        };
        WebSearchToolDated: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "web_search_2025_08_26";
            /** @default true */
            external_web_access?: boolean;
            filters?: {
                allowed_domains?: string[] | null;
            } | null;
            user_location?: components["schemas"]["ApproximateLocation"] | null;
            /** @default medium */
            search_context_size?: string;
        };
    };
    responses: {
        /** @description A value is invalid, the body is not JSON, a Product is missing on a voice route, or an upstream refused the request with 400. `error.param` names the field where there is one. */
        BadRequest: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
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
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is larger than this route takes: 28 MiB on voice routes, 32 MiB on other JSON routes, 512 MiB for files. Split it. */
        ContentTooLarge: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key is valid but may not do this: out of its usage scope, over a limit, out of credits, or using a voice of another owner. The message says which, with its figures. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The path exists, but not with this method. `Allow` lists those it has. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The model, Product, object or path does not exist for this key, or a drive file is older than three days. What another workspace owns counts as absent. */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The range asked for lies outside the bytes. */
        RangeNotSatisfiable: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A temporary failure of the gateway or of the upstream. Back off exponentially; if it stays, quote the request id to support. Nothing was charged. */
        ServerError: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The gateway or the upstream cannot take the call at the moment. Back off exponentially and send it again. */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The upstream limits the rate; the gateway never does so itself. Follow `Retry-After` when it is there, else back off exponentially. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No key was sent, or it is unknown, expired or revoked, or it stands in `Authorization` without `Bearer`. Check its state on the API Keys page, then the header name, then the prefix. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The upstream understood the request and refuses it. Its message is handed on. */
        UnprocessableContent: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body has a content type that this route does not read. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "x-should-retry": components["headers"]["ShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Any other 4xx of the upstream, with its status and its tidied message. */
        UpstreamRefusal: {
            headers: {
                "x-request-id": components["headers"]["XRequestId"];
                "request-id": components["headers"]["RequestIdCopy"];
                "x-diglot-error-source": components["headers"]["ErrorSource"];
                "retry-after": components["headers"]["RetryAfter"];
                "retry-after-ms": components["headers"]["RetryAfterMs"];
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
         * @description Id of the last entry of the page before. The page starts with the entry that follows it.
         * @example item_7Kc2
         */
        After: string;
        /**
         * @description Id of a batch.
         * @example batch_1Uo5yBv8
         */
        BatchId: string;
        /**
         * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
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
         * @example drv_7Lm3sCk6
         */
        DriveFileId: string;
        /**
         * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
         * @example true
         */
        DriveStore: "true" | "false";
        /**
         * @description Id of an uploaded or produced file.
         * @example file-4Np7xQe2
         */
        FileId: string;
        /**
         * @description Entries a page, 1 to 10,000.
         * @example 100
         */
        FileLimit: number;
        /**
         * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
         * @example [
         *       "reasoning.encrypted_content"
         *     ]
         */
        Include: string[];
        /**
         * @description Concerns streams only, and is accepted for the SDKs that send it.
         * @example false
         */
        IncludeObfuscation: boolean;
        /**
         * @description Id of an item of this conversation.
         * @example msg_3Hb6cLp9
         */
        ItemId: string;
        /**
         * @description Entries a page, 1 to 100.
         * @example 20
         */
        Limit: number;
        /**
         * @description Only completions whose metadata holds all these pairs, for example `metadata[team]=search`.
         * @example {
         *       "team": "search"
         *     }
         */
        MetadataFilter: {
            [key: string]: string;
        };
        /**
         * @description Model id as the list gives it. Slashes in it are sent as `%2F`.
         * @example gpt-5-mini
         */
        Model: string;
        /**
         * @description Only completions of this model.
         * @example gpt-5-mini
         */
        ModelFilter: string;
        /**
         * @description Not needed and not read here. The `model` of the body picks the Product, and `x-diglot-product-sku` of the answer names it.
         * @example voice-standard
         */
        ModelProductSku: string;
        /**
         * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
         * @example warn
         */
        OnLoss: "error" | "warn";
        /**
         * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
         * @example responses=v1
         */
        OpenAiBeta: string;
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
         * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
         * @example chat-small
         */
        ProductSku: string;
        /**
         * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
         * @example voice-standard
         */
        ProductSkuQuery: string;
        /**
         * @description Only files with this purpose.
         * @example batch
         */
        PurposeFilter: string;
        /**
         * @description Part of the bytes to send, as RFC 9110 section 14 writes it. The answer is then a 206.
         * @example bytes=0-1023
         */
        Range: string;
        /**
         * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
         * @example global
         */
        RegionCode: string;
        /**
         * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
         * @example checkout-7f3a
         */
        RequestId: string;
        /**
         * @description Id of a stored response.
         * @example resp_8Vw1nTq0
         */
        ResponseId: string;
        /**
         * @description Sequence number of a stream event. It means nothing without `stream`, and is accepted for the SDKs that send it.
         * @example 0
         */
        StartingAfter: number;
        /**
         * @description Leave it out or send `false`. A stored response cannot be resumed as a stream; `true` is answered with a 400.
         * @example false
         */
        StoredStream: boolean;
        /**
         * @description W3C trace context of the caller. The gateway's own spans continue it.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        TraceParent: string;
        /**
         * @description Id of a voice that your workspace owns.
         * @example voice_2Gf8kDs4
         */
        VoiceId: string;
        /**
         * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
         * @example voice-standard
         */
        VoiceProductSku: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description `bytes`, as parts can be asked for with `Range`.
         * @example bytes
         */
        AcceptRanges: string;
        /**
         * @description Methods that this path knows.
         * @example GET, POST
         */
        Allow: string;
        /**
         * @description Fields whose meaning was carried over only roughly, separated by commas.
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
         * @description Credits charged for this call, as a decimal. Absent on streams, whose charge is known only after their head.
         * @example 0.000184500
         */
        Charge: string;
        /**
         * @description File name to save the bytes under.
         * @example attachment; filename="input.jsonl"
         */
        ContentDisposition: string;
        /**
         * @description Which bytes of how many the answer holds; on a 416 only how many there are.
         * @example bytes 0-1023/48211
         */
        ContentRange: string;
        /**
         * @description Id of the drive file that keeps the bytes of this answer for three days.
         * @example drv_7Lm3sCk6
         */
        DriveFile: string;
        /**
         * @description Fields of your request that the model's wire format cannot say and that were left out, separated by commas.
         * @example logit_bias, seed
         */
        Dropped: string;
        /**
         * @description Whose error it is. `gateway` for our own refusals, `upstream` for what the provider said.
         * @example gateway
         */
        ErrorSource: "gateway" | "upstream";
        /**
         * @description Provider, as the catalogue names it, that answered.
         * @example openai
         */
        Provider: string;
        /**
         * @description Id of this request under the name that the other SDK family reads.
         * @example req_6mTzX0bY2cVq8LdR4wKj1NsA
         */
        RequestIdCopy: string;
        /**
         * @description How long to wait before sending the same request again, in seconds or as an HTTP date. Sent on when the upstream gave it.
         * @example 20
         */
        RetryAfter: string;
        /**
         * @description The same wait in milliseconds, when the upstream gave it.
         * @example 20000
         */
        RetryAfterMs: number;
        /**
         * @description `false` when the same request can never succeed, so that SDKs do not try again.
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
                 * @description Only completions of this model.
                 * @example gpt-5-mini
                 */
                model?: components["parameters"]["ModelFilter"];
                /**
                 * @description Only completions whose metadata holds all these pairs, for example `metadata[team]=search`.
                 * @example {
                 *       "team": "search"
                 *     }
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries a page, 1 to 100.
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
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createChatCompletion: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
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
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createResponse: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
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
                    "x-diglot-drive-file": components["headers"]["DriveFile"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createEmbedding: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
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
            /** @description One vector an input. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createCompletion: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The prompt and how to go on from it. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createModeration: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createImage: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to draw. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createImageEdit: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createImageVariation: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
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
                     *           "url": "https://models.example.com/v1/drive/files/drv_7Lm3sCk6/content"
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createSpeech: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Not needed and not read here. The `model` of the body picks the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description `true` keeps the bytes that this call produces in the drive for three days. The answer then carries their id in `x-diglot-drive-file`; `GET /drive/files/{file_id}/content` reads them.
                 * @example true
                 */
                "X-Drive-Store"?: components["parameters"]["DriveStore"];
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
            /** @description The audio, or the stream of its pieces. The content type is that of the format asked for. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createTranscription: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Not needed and not read here. The `model` of the body picks the Product, and `x-diglot-product-sku` of the answer names it.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["ModelProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The recording, and how to write it down. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TranscriptionForm"];
            };
        };
        responses: {
            /** @description The text, or the stream of its pieces. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createTranslation: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listVoices: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries a page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createVoice: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getVoice: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteVoice: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            /** @description It is deleted. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listVoiceConsents: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries a page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
                 * @example voice-standard
                 */
                "X-Product-Sku"?: components["parameters"]["VoiceProductSku"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    updateVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            /** @description The consent as it is now. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteVoiceConsent: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Voice routes need it, here or as the query parameter `product_sku`; the header wins. With neither, the answer is a 400 that names both ways.
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
            /** @description It is deleted. */
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Model id as the list gives it. Slashes in it are sent as `%2F`.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    getChatCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    updateChatCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            /** @description The completion as it is now. */
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteChatCompletion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            /** @description It is deleted. */
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    listChatCompletionMessages: {
        parameters: {
            query?: {
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries a page, 1 to 100.
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
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    countResponseInputTokens: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    compactResponse: {
        parameters: {
            query?: {
                /**
                 * @description Product to bill, for clients that cannot send headers. `X-Product-Sku` wins when both are sent.
                 * @example voice-standard
                 */
                product_sku?: components["parameters"]["ProductSkuQuery"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Region that must serve the call. An unknown code is a 400 that lists the known ones; a model that is not offered there is a 404. Another region is never taken in silence.
                 * @example global
                 */
                "X-Region-Code"?: components["parameters"]["RegionCode"];
                /**
                 * @description Product to bill. Wins over the query parameter `product_sku`. When both are absent, the model's own Product is billed. The Product must exist (404), be open to your key (403) and contain the model (400).
                 * @example chat-small
                 */
                "X-Product-Sku"?: components["parameters"]["ProductSku"];
                /**
                 * @description W3C trace context of the caller. The gateway's own spans continue it.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["TraceParent"];
                /**
                 * @description What to do when the model speaks another wire format that cannot say something that matters in your request. `error` refuses the call with a 400 naming the field; `warn` goes on and lists the fields in `x-diglot-dropped`.
                 * @example warn
                 */
                "x-diglot-on-loss"?: components["parameters"]["OnLoss"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
                 * @example responses=v1
                 */
                "OpenAI-Beta"?: components["parameters"]["OpenAiBeta"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getResponse: {
        parameters: {
            query?: {
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
                /**
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Leave it out or send `false`. A stored response cannot be resumed as a stream; `true` is answered with a 400.
                 * @example false
                 */
                stream?: components["parameters"]["StoredStream"];
                /**
                 * @description Sequence number of a stream event. It means nothing without `stream`, and is accepted for the SDKs that send it.
                 * @example 0
                 */
                starting_after?: components["parameters"]["StartingAfter"];
                /**
                 * @description Concerns streams only, and is accepted for the SDKs that send it.
                 * @example false
                 */
                include_obfuscation?: components["parameters"]["IncludeObfuscation"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteResponse: {
        parameters: {
            query?: {
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
            /** @description It is deleted. */
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    cancelResponse: {
        parameters: {
            query?: {
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listResponseInputItems: {
        parameters: {
            query?: {
                /**
                 * @description Entries a page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Some SDK versions add `beta=true`. It is accepted and decides nothing.
                 * @example true
                 */
                beta?: components["parameters"]["Beta"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Beta features that the upstream should switch on, handed on as sent. It decides nothing in the gateway.
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description First items and metadata; all of it may be left out. */
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    updateConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            /** @description The conversation as it is now. */
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            /** @description It is deleted. */
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    listConversationItems: {
        parameters: {
            query?: {
                /**
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
                /**
                 * @description Entries a page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createConversationItems: {
        parameters: {
            query?: {
                /**
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    getConversationItem: {
        parameters: {
            query?: {
                /**
                 * @description Extra parts of the items to send along, one parameter each. Parts that were not kept are left out without an error.
                 * @example [
                 *       "reasoning.encrypted_content"
                 *     ]
                 */
                "include[]"?: components["parameters"]["Include"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteConversationItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /**
                 * @description Only files with this purpose.
                 * @example batch
                 */
                purpose?: components["parameters"]["PurposeFilter"];
                /**
                 * @description Entries a page, 1 to 10,000.
                 * @example 100
                 */
                limit?: components["parameters"]["FileLimit"];
                /**
                 * @description Order by time of creation. `desc` starts with the newest, `asc` with the oldest.
                 * @example desc
                 */
                order?: components["parameters"]["OrderDescending"];
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of an uploaded or produced file.
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of an uploaded or produced file.
                 * @example file-4Np7xQe2
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getFileContent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of an uploaded or produced file.
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
                    "content-disposition": components["headers"]["ContentDisposition"];
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
            503: components["responses"]["ServiceUnavailable"];
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /**
                 * @description Id of the last entry of the page before. The page starts with the entry that follows it.
                 * @example item_7Kc2
                 */
                after?: components["parameters"]["After"];
                /**
                 * @description Entries a page, 1 to 100.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
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
            /** @description The batch as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
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
            "4XX": components["responses"]["UpstreamRefusal"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getDriveFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drv_7Lm3sCk6
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
                     *       "id": "drv_7Lm3sCk6",
                     *       "object": "drive.file",
                     *       "bytes": 184320,
                     *       "content_type": "image/png",
                     *       "created_at": 1795219200,
                     *       "expires_at": 1795478400,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "url": "https://models.example.com/v1/drive/files/drv_7Lm3sCk6/content"
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
            "5XX": components["responses"]["ServerError"];
        };
    };
    getDriveFileContent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id of this request, for tracing: 1 to 128 visible ASCII characters. It comes back in `x-request-id` and `request-id`; when you send none, the gateway makes one. Quote it when you ask for support.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description Part of the bytes to send, as RFC 9110 section 14 writes it. The answer is then a 206.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /**
                 * @description Id of a drive file, from `x-diglot-drive-file` or from the address of an image.
                 * @example drv_7Lm3sCk6
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
            /** @description The part asked for with `Range`. */
            206: {
                headers: {
                    "x-request-id": components["headers"]["XRequestId"];
                    "request-id": components["headers"]["RequestIdCopy"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            416: components["responses"]["RangeNotSatisfiable"];
            503: components["responses"]["ServiceUnavailable"];
            "5XX": components["responses"]["ServerError"];
        };
    };
}
