// The text about identity providers.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const providerWords = translated('providerWords', {
  title: 'Identity providers',
  text: 'Services at which members log in, so that they need no password here.',
  none: 'There are no identity providers yet.',
  add: 'New identity provider',
  kind: 'Kind',
  kinds: record({
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  }),
  key: 'Key, for the address: letters and digits',
  displayName: 'Name on the login page',
  issuer: 'Issuer (address)',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  appleKey: 'Private key',
  teamId: 'Team ID',
  keyId: 'Key ID',
  domains: 'Trusted for these domains of email addresses',
  domainsText: 'It can log in as everyone with a proven address there. Leave it empty if you are not sure.',
  redirect: 'Redirect address to register there:',
  fromDeployment: 'Of the deployment',
  test: 'Test',
  works: 'The provider answers, and accepts the secret.',
  groups: 'Groups',
  groupsText:
    'At each login, a member joins the groups whose value is in the claim, and leaves the others of this list. All other groups stay as they are.',
  claim: 'Claim',
  claimScope: 'Scope that asks for it',
  claimValue: 'Value',
  group: 'Group',
  addGroup: 'Add a group',
  groupsSaved: 'The groups follow the provider from the next login on.',
  groupRights: (names: string) => `Members of these groups have rights of administrators: ${names}`,
  confirmRights: 'The provider decides who has these rights',
})
