// The text about the directory of the organization.

import { translated } from './translated'

export const directoryWords = translated('directoryWords', {
  title: 'Directory',
  text: 'A directory such as Okta or Entra can create accounts and groups here, change them and close them, by SCIM.',
  address: 'Address for the directory:',
  none: 'There are no tokens yet.',
  add: 'New token',
  create: 'Create a token',
  description: 'Name, such as that of the directory',
  token: 'Token of the directory',
  nameless: (id: number) => `Token ${id}`,
  madeBy: (name: string, day: string) => `Made by ${name}, ${day}`,
  lastUsed: (ago: string) => `last used ${ago}`,
  neverUsed: 'never used',
  replace: 'Replace',
  replaceItem: (name: string) => `Replace ${name}`,
  removeText: 'The next request of a directory with this token is refused.',
  full: 'Two tokens are valid. Enter the new one in the directory, and then remove the old one.',
})
