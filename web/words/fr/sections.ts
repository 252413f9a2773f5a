// The sections of the settings of the organization, in French.

import type { organizationSections as English } from '../en-sections'

export const organizationSections: typeof English = {
  'organization/profile': 'Nom et images',
  'organization/settings': 'Règles',
  'organization/permissions': 'Autorisations',
  'organization/users': 'Personnes',
  'organization/invitations': 'Invitations',
  'organization/groups': 'Groupes',
  'organization/folders': 'Dossiers de canaux',
  'organization/archived-channels': 'Canaux archivés',
  'organization/default-channels': 'Canaux par défaut',
  'organization/new-users': 'Préférences par défaut',
  'organization/emoji': 'Émojis',
  'organization/linkifiers': 'Liens dans le texte',
  'organization/playgrounds': 'Bacs à sable de code',
  'organization/commands': 'Commandes',
  'organization/automations': 'Automatisations',
  'organization/model': 'Modèle de langage',
  'organization/gifs': 'GIF et autocollants',
  'organization/profile-fields': 'Champs de profil',
  'organization/domains': 'Domaines autorisés',
  'organization/providers': 'Fournisseurs d’identité',
  'organization/directory': 'Annuaire',
  'organization/mail': 'E-mails',
  'organization/exports': 'Exports',
  'organization/import': 'Importation',
  'organization/audit-log': 'Journal d’audit',
  'organization/discovery': 'Gels et recherches',
  'organization/usage': 'Utilisation et coût',
}
