// The text about the directory of the organization, in French.

import type { directoryWords as English } from '../en-directory'

export const directoryWords: typeof English = {
  title: 'Annuaire',
  text: 'Un annuaire tel qu’Okta ou Entra peut créer, modifier et fermer ici des comptes et des groupes, avec SCIM.',
  address: 'Adresse pour l’annuaire :',
  none: 'Aucun jeton pour l’instant.',
  add: 'Nouveau jeton',
  create: 'Créer un jeton',
  description: 'Nom, par exemple celui de l’annuaire',
  token: 'Jeton de l’annuaire',
  nameless: (id) => `Jeton ${id}`,
  madeBy: (name, day) => `Créé par ${name}, ${day}`,
  lastUsed: (ago) => `dernière utilisation ${ago}`,
  neverUsed: 'jamais utilisé',
  replace: 'Remplacer',
  replaceItem: (name) => `Remplacer ${name}`,
  removeText: 'La prochaine requête d’un annuaire avec ce jeton sera refusée.',
  full: 'Deux jetons sont valides. Saisissez le nouveau dans l’annuaire, puis retirez l’ancien.',
}
