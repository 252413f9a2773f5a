/** What names an uploaded file of this realm, if that is where a link leads. */
export function uploadPathOf(href: string, realmUrl: string): string | undefined {
  const path = href.startsWith(`${realmUrl}/`) ? href.slice(realmUrl.length) : href
  return /^\/?user_uploads\/([^?#]+)/.exec(path)?.[1]
}
