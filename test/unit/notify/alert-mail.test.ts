import { describe, expect, it } from 'vitest';
import { mailOf, mailOfExpiry, plainName } from '../../../src/notify/send-mail.ts';

const facts = {
  alert_id: 'alr_1',
  delivery_id: 'dlv_1',
  workspace_id: 'acme',
  workspace_name: 'Acme',
  limit: 'key_day',
  key_id: 'key_1',
  key_name: 'ci',
  threshold: 80,
  used: '8.0',
  allowed: '10.0',
  left: '2.0',
  window_start: null,
  url: 'https://models.example.com/console/',
} as const;
const expiring = { expires_at: '2026-11-20T10:00:00.000Z', keys: [{ id: 'key_1', name: 'ci' }] };

describe('the e-mail of an alert', () => {
  it('says what is used, or what expires', () => {
    expect(mailOf(facts)).toEqual({
      subject: '80 % of the daily limit of key ci of Acme is used',
      text: '80 % of the daily limit of key ci of Acme is used.\n\n8.0 of 10.0 credits are used.\n\nhttps://models.example.com/console/\n',
    });
    expect(mailOf({ ...facts, limit: 'balance_left', key_name: null, threshold: 500 })).toEqual({
      subject: '500 credits or less are left of the balance of Acme',
      text: '500 credits or less are left of the balance of Acme.\n\n2.0 credits are left.\n\nhttps://models.example.com/console/\n',
    });
    const { subject, text } = mailOfExpiry({ ...facts, threshold: 7 }, expiring);
    expect(subject).toBe('The key ci of Acme expires within 7 days');
    expect(text).toContain('on 2026-11-20 10:00 UTC');
  });

  it.each([80, null])('holds no link but that of the console, whatever names say: %s', (threshold) => {
    const evil = 'Your account is locked: https://evil.example/login or evil.com\r\nBcc: x';
    const hostile = { ...facts, workspace_name: evil, key_name: evil, threshold };
    const keys = [evil, 'two'].map((name) => ({ id: name, name }));
    const mails = [
      mailOf(hostile),
      ...[keys, keys.slice(0, 1)].map((each) => mailOfExpiry(hostile, { ...expiring, keys: each })),
    ];
    for (const { subject, text } of mails) {
      expect(subject).toContain('Your account is locked');
      expect(`${subject}\n${text}`.replaceAll(facts.url, '')).not.toMatch(/evil\.|\/\/|\r|\nBcc/);
    }
  });
});

describe('a name in a message', () => {
  it.each([
    ['Acme Inc.', 'Acme Inc.'],
    ['Zoë & Søn, 東京', 'Zoë & Søn, 東京'],
    ['evil.com', 'evil com'],
    ['https://evil.com/a', 'https:  evil com a'],
    ['www.evil', 'www evil'],
    ['evil。com evil．com evil｡com', 'evil com evil com evil com'],
    ['10.0.0.1', '10 0 0 1'],
    ['a\u202Eb\u2028c\u200Bd\\e', 'a b c d e'],
    ['x'.repeat(200), 'x'.repeat(100)],
  ])('%j is written as %j', (name, written) => expect(plainName(name)).toBe(written));
});
