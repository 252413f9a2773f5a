/** Wording that both products with the name Bitbucket share. */

export const forkedText = (user: string, name: string, url: string): string =>
  `${user} forked the repository into [${name}](${url}).`

export function propertyChangedText(
  user: string,
  { property, repository, old, now }: { property: string; repository: string; old?: string; now: string },
): string {
  const from = old ? ` from **${old}**` : ''
  const end = /[!-/:-@[-`{-~]$/.test(now) ? '' : '.'
  return `${user} changed the ${property} of the **${repository}** repo${from} to **${now}**${end}`
}
