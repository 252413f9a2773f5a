/** Returns the path of the uploaded file of this realm that a link leads to, if it leads to one. */
export function findUploadPath(href: string, realmUrl: string): string | undefined {
  const path = href.startsWith(`${realmUrl}/`) ? href.slice(realmUrl.length) : href
  return /^\/?user_uploads\/([^?#]+)/.exec(path)?.[1]
}
