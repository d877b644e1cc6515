import { expect, it } from 'vitest';
import { abilitiesOf, familyName } from '../../../src/catalog/abilities.ts';
import { profiles } from '../../../src/catalog/profiles.ts';

it.each([
  ['claude-opus-5', 'claude', { sampling: 'refused', thinking: 'adaptive', systemInMiddle: true, prefill: false }],
  ['claude-opus-5-20260724', 'claude', { thinkingOff: 'disabled', forcedTools: true }],
  ['claude-opus-5-5', 'claude', { thinking: 'adaptive', thinkingOff: 'never', forcedTools: false }],
  ['anthropic.claude-fable-5-1', 'claude', { thinkingOff: 'never', forcedTools: false, maxOutputTokens: 128_000 }],
  ['claude-sonnet-5-5', 'claude', { thinkingOff: 'between_tools', forcedTools: false }],
  ['claude-haiku-5-5', 'claude', { thinking: 'adaptive', thinkingOff: 'disabled' }],
  ['claude-opus-4-7', 'claude', { sampling: 'refused', thinking: 'adaptive', systemInMiddle: false }],
  ['claude-sonnet-4-6', 'claude', { sampling: 'one', thinking: 'adaptive', prefill: false }],
  ['claude-sonnet-4-5-20250929', 'claude', { maxOutputTokens: 64_000, thinking: 'budget', prefill: true }],
  ['eu.anthropic.claude-opus-4-1-20250805-v1:0', 'claude', { maxOutputTokens: 32_000 }],
  ['claude-3-haiku-20240307', 'claude', { maxOutputTokens: 4_096, thinking: 'none', schemas: false }],
  ['openai/gpt-5.6', 'gpt', { cacheMarks: true, sampling: 'refused', toolEffort: 'none' }],
  ['gpt-5.4', 'gpt', { cacheMarks: false, toolEffort: 'absent', stops: false }],
  ['gpt-5.5', 'gpt', { toolEffort: 'absent', stops: true }],
  ['claude-opus-4-1-20250805', 'claude', { sampling: 'one' }],
  ['claude-opus-4-20250514', 'claude', { sampling: 'free' }],
  ['gpt-5.2', 'gpt', { toolEffort: 'any' }],
  ['gpt-5-mini', 'gpt', { efforts: ['minimal', 'low', 'medium', 'high'], limitMember: 'max_completion_tokens' }],
  ['o3-mini', 'gpt', { parallelSwitch: false, stops: false, sampling: 'refused' }],
  ['o4-mini-2025-04-16', 'gpt', { parallelSwitch: false, stops: false }],
  ['o1', 'gpt', { parallelSwitch: false, stops: true }],
  ['o3', 'gpt', { parallelSwitch: true }],
  ['gpt-5-mini', 'gpt', { parallelSwitch: true }],
  ['o3', 'gpt', { sampling: 'refused', efforts: ['low', 'medium', 'high'], maxOutputTokens: 100_000 }],
  ['o1', 'gpt', { sampling: 'refused', efforts: ['low', 'medium', 'high'], maxOutputTokens: 100_000 }],
  ['gpt-4o-mini', 'gpt', { sampling: 'free', efforts: [], maxOutputTokens: 16_384 }],
  ['us.anthropic.claude-opus-5', 'claude', { converseReasoning: 'thinking', cachePoints: 'everywhere' }],
  ['anthropic.claude-3-haiku-20240307-v1:0', 'claude', { cachePoints: 'none' }],
  ['eu.amazon.nova-pro-v1:0', 'nova', { converseReasoning: 'none', cachePoints: 'content', thinking: 'none' }],
  ['amazon.nova-micro-v1:0', 'nova', { images: false, documents: false }],
  ['global.amazon.nova-2-lite-v1:0', 'nova-2', { converseReasoning: 'reasoningConfig', cachePoints: 'content' }],
  ['amazon.nova-2-lite-v1:0', 'nova-2', { efforts: ['none', 'low', 'medium'] }],
  ['openai.gpt-oss-120b-1:0', 'gpt-oss', { converseReasoning: 'reasoning_effort', cachePoints: 'none' }],
  ['us.openai.gpt-5.6-sol', 'gpt', { converseReasoning: 'reasoning' }],
  ['us.meta.llama4-maverick-17b-instruct-v1:0', 'llama', { forcedTools: false, cachePoints: 'none' }],
  ['us.deepseek.r1-v1:0', 'deepseek', { images: false, converseReasoning: 'none' }],
  ['gemini-3-pro', 'gemini-3', { callIds: true }],
  ['gemini-flash-latest', 'gemini', { callIds: true }],
  ['gemini-2.5-pro', 'gemini-2.5', { callIds: false, thinkingOff: 'never' }],
  ['gemini-2.0-flash', 'gemini', { callIds: false, maxOutputTokens: 8_192 }],
  ['some-model', 'some-model', { sampling: 'free', efforts: [], limitMember: 'max_tokens' }],
])('knows what %s can do', (model, family, abilities) => {
  expect(familyName(model)).toBe(family);
  expect(abilitiesOf({}, model)).toMatchObject(abilities);
});

it.each([
  ['us.anthropic.claude-opus-5', 'bedrock', false],
  ['claude-opus-5', 'anthropic', true],
  ['claude-opus-5', 'vertex', true],
  ['openai.gpt-oss-120b-1:0', 'bedrock', true],
])('knows whether tools of %s may be strict on %s', (model, kind, expected) => {
  expect(abilitiesOf({}, model, { kind }).strictTools).toBe(expected);
  expect(abilitiesOf({ strictTools: true }, model, { kind }).strictTools).toBe(true);
});

it.each([
  ['gpt-5', true],
  ['openai/gpt-5.6', true],
  ['gpt-5.3-codex', true],
  ['gpt-4.1', false],
  ['gpt-4o-mini', false],
  ['gpt-3.5-turbo', false],
  ['o1', false],
  ['o3-mini', false],
  ['o4-mini', false],
  ['gpt-oss-120b', false],
])('knows whether %s takes tools that take text, and lists of allowed tools', (model, expected) => {
  expect(abilitiesOf({}, model)).toMatchObject({ customTools: expected, allowedTools: expected });
});

it('takes what is known of a host before what is known of the family, and what the catalogue says before both', () => {
  const { openrouter, deepseek } = profiles;
  const none = { customTools: false, allowedTools: false };
  expect(abilitiesOf({}, 'openai/gpt-5', { profile: openrouter })).toMatchObject({ ...none, developerRole: true });
  expect(abilitiesOf({ customTools: true }, 'openai/gpt-5', { profile: openrouter }).customTools).toBe(true);
  expect(abilitiesOf({}, 'gpt-5', { profile: deepseek }).developerRole).toBe(false);
});

it('takes what the catalogue says before what is known of the family', () => {
  const stated = { prefill: true, efforts: ['low'], maxOutputTokens: null, images: null };
  expect(abilitiesOf(stated, 'claude-opus-5')).toMatchObject({
    prefill: true,
    efforts: ['low'],
    maxOutputTokens: 128_000,
    images: true,
  });
});
