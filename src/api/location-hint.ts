/**
 * Returns the part of the world of a client, as the platform names it when it places an object, or undefined if the platform does
 * not know where the client is.
 */
export function locationHintOf(cf: Request['cf']): string | undefined {
  const { continent, longitude } = { continent: '', longitude: '', ...cf }
  const degrees = Number(longitude)
  const hints: Record<string, string> = {
    NA: degrees < -100 ? 'wnam' : 'enam',
    EU: degrees > 20 ? 'eeur' : 'weur',
    AS: degrees < 60 ? 'me' : 'apac',
    SA: 'sam',
    OC: 'oc',
    AF: 'afr',
  }
  return hints[String(continent)]
}
