/** Puts text on the clipboard, also on plain http, where browsers have no clipboard for pages. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    Object.assign(field.style, { position: 'fixed', left: '-9999px' });
    // Inside an open dialog, because a dialog keeps the focus to itself.
    (document.querySelector('[role="dialog"]') ?? document.body).append(field);
    field.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on plain http
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
}
