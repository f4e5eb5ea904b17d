/** True if a `Content-Type` declares JSON in UTF-8; other parameters than the charset are ignored. */
export function declaresJson(header: string | undefined): boolean {
  if (header === undefined) return false;
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isNoOtherCharset);
}

function isNoOtherCharset(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return name.trim() !== 'charset' || /^("utf-?8"|utf-?8)$/.test(value.trim());
}

/** True if a `Content-Encoding` leaves the body as it is. */
export const isUnencoded = (header: string | undefined): boolean =>
  header === undefined || /^(identity)?$/i.test(header.trim());
