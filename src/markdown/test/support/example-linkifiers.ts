import type { Linkifier } from '../../settings'

/** Returns a linkifier. */
export const linkifier = (pattern: string, url_template: string): Linkifier => ({ id: 1, pattern, url_template })

/** `#12` */
export const issues = linkifier('#(?P<id>[0-9]+)', 'https://issues.example.com/{id}')

/** `org/repo#12` */
export const repositories = linkifier(
  '(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)',
  'https://git.example.com/{org}/{repo}/{id}',
)
