import type { Words } from './en'

/** All text of the pages, in French. */
export const fr: Words = {
  fields: {
    address: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: (min) =>
      `Au moins ${min} caractères. Plusieurs mots conviennent bien ; signes et chiffres ne sont pas nécessaires.`,
    strength: { weak: 'Facile à deviner', fair: 'Difficile à deviner', strong: 'Très difficile à deviner' },
    name: 'Votre nom',
  },
  login: {
    title: (realm) => `Se connecter à ${realm}`,
    button: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    signUp: 'Créer un compte',
  },
  provider: {
    button: (provider) => `Se connecter avec ${provider}`,
    failedTitle: 'Vous n’êtes pas connecté',
    failed: (provider) => `${provider} n’a pas confirmé votre identité. Réessayez, ou connectez-vous autrement.`,
    notBegun: 'Cette connexion n’a pas commencé dans ce navigateur, ou il y a plus de dix minutes. Réessayez.',
    again: 'Se connecter',
    refusals: {
      'address not trusted': (provider) =>
        `Aucun compte n’est associé ici à ${provider}, et ${provider} n’a confirmé aucune adresse pour laquelle cette organisation lui fait confiance. Si vous avez un compte, connectez-vous autrement.`,
      'account not proven': (provider) =>
        `Un compte a votre adresse, mais il n’a jamais été confirmé qu’elle lui appartient. Réinitialisez une fois son mot de passe par e-mail. Ensuite, ${provider} l’ouvrira.`,
      'account closed': () => 'Le compte est désactivé.',
      'by invitation only': () => 'Vous avez besoin d’une invitation pour rejoindre cette organisation.',
      'another session': () =>
        'Entre-temps, vous vous êtes déconnecté ou reconnecté. Recommencez depuis vos paramètres.',
      'another account': (provider) => `Cette identité ${provider} ouvre un autre compte.`,
      'too many identities': () => 'Votre compte a trop d’identités. Retirez-en une d’abord.',
    },
  },
  app: {
    confirmTitle: 'Se connecter à l’application ?',
    confirm: (email) =>
      `L’application de cet appareil sera connectée en tant que ${email}. Si vous n’avez pas commencé ceci dans l’application, fermez cette page.`,
    confirmButton: 'Se connecter à l’application',
    otherAccount: 'Utiliser un autre compte',
    account: (email) => `Vous êtes connecté en tant que ${email}.`,
    copyTitle: 'Retournez à l’application',
    copy: 'Copiez ce texte en moins d’une minute, et retournez à l’application de bureau. Elle seule peut le lire.',
    copyButton: 'Copier',
    finishTitle: 'Terminer la connexion',
    finish:
      'Connectez-vous avec votre navigateur. Il affiche un texte à copier, avec lequel cette application continue.',
    openBrowser: 'Ouvrir le navigateur',
    token: 'Texte du navigateur',
    finishButton: 'Continuer',
    wrongToken: 'Ce texte ne vient pas de la page ouverte par cette application. Recommencez.',
    expired: 'Cette connexion a déjà servi, ou date de plus d’une minute. Recommencez.',
  },
  agents: {
    title: (client) => `Connecter ${client} ?`,
    ask: (client, email) =>
      `L’agent « ${client} » demande à utiliser cette organisation en tant que ${email}. Les autres voient quand un agent écrit.`,
    host: 'Il vient de',
    redirect: 'Après votre réponse, votre navigateur ira à',
    local:
      'L’agent est un programme de votre ordinateur. N’importe quel programme peut utiliser ce nom : ne continuez que si vous venez de le lancer vous-même.',
    unverified: 'Rien ne prouve ce nom. Ne continuez que si vous venez de lancer l’agent vous-même.',
    may: 'Il peut',
    scopes: {
      'messages:read': 'Lire les messages, les profils et les fichiers',
      'messages:write': 'Envoyer et modifier des messages, réagir et marquer des messages comme lus',
      'drafts:write': 'Enregistrer des brouillons, que vous envoyez vous-même',
      'status:write': 'Définir votre statut',
      'teams:write': 'Créer des canaux et changer les membres des groupes',
    },
    where: 'Où',
    everywhere:
      'Dans tous les canaux et messages directs que vous pouvez lire. Ou cochez les canaux auxquels le limiter :',
    allow: 'Connecter',
    refuse: 'Ne pas connecter',
    problemTitle: 'L’agent ne peut pas être connecté',
    problems: {
      client: 'L’agent n’a pas dit qui il est, ou sa description n’a pas pu être lue.',
      redirect_uri: 'L’adresse à laquelle l’agent veut revenir ne lui appartient pas.',
      response_type: 'L’agent a demandé quelque chose que ce serveur n’offre pas.',
      code_challenge: 'L’agent n’a pas protégé la connexion (PKCE avec S256).',
      scope: 'L’agent n’a demandé aucun droit qui existe.',
      resource: 'L’agent a demandé l’accès à un autre serveur.',
      disabled: 'Cette organisation n’autorise pas les agents.',
      nothing: 'Vous n’avez coché aucun droit, l’agent n’a donc pas été connecté.',
    },
  },
  organizations: {
    title: 'Organisations dans cette fenêtre',
    explanation:
      'La messagerie affiche ces organisations dans une barre sur le côté. Chacune a sa propre connexion, et aucune ne peut en lire une autre. Votre navigateur garde cette liste jusqu’à ce que vous vous déconnectiez ici.',
    address: 'Adresse d’une organisation',
    lookUp: 'Rechercher',
    check: 'N’importe qui peut choisir un nom. Ajoutez-la seulement si vous connaissez l’adresse.',
    add: 'Ajouter cette organisation',
    proposed: 'Une autre page propose ces organisations',
    open: 'Ouvrir',
    show: 'Afficher les non lus',
    give: 'Afficher cette liste là-bas',
    remove: 'Retirer',
    unreachable: 'Aucune organisation n’a répondu à cette adresse.',
    invalid: 'Ce n’est pas l’adresse d’une autre organisation.',
    many: 'La liste est pleine. Retirez d’abord une organisation.',
    unasked: 'Ces nombres n’avaient pas été demandés ; ils ont été ignorés.',
    readers: 'Où vos messages non lus sont affichés',
    stop: 'Arrêter',
    shareTitle: 'Afficher les messages non lus ?',
    shareAsk: (realm) =>
      `La page de cette organisation demande à afficher combien de messages vous n’avez pas lus dans ${realm}, et combien vous mentionnent. Elle apprend ces deux nombres, et rien d’autre :`,
    shareEnd: 'Cela cesse quand vous vous déconnectez dans ce navigateur, ou quand vous l’arrêtez.',
    shareBack: 'Ajouter aussi cette organisation ici, pour pouvoir revenir',
    allow: 'Les afficher',
    refuse: 'Ne pas les afficher',
  },
  secondFactor: {
    title: 'Second facteur',
    explanation: 'Saisissez le code affiché par votre application, ou un de vos codes de récupération.',
    recovery: 'Ou saisissez un de vos codes de récupération.',
    code: 'Code',
    button: 'Se connecter',
  },
  passkey: {
    logIn: 'Se connecter avec une clé d’accès',
    only: 'Cette organisation n’autorise pas les mots de passe.',
    use: 'Utiliser une clé d’accès',
    problems: {
      refused: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous autrement.',
      cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
    },
    title: 'Clés d’accès',
    explanation:
      'Une clé d’accès vous connecte avec le verrouillage de votre appareil : un doigt, un visage ou un code PIN. Elle ne fonctionne que sur ce site, aucun autre site ne peut donc vous la demander. Votre mot de passe seul n’ouvre alors plus votre compte.',
    required: 'Votre organisation vous demande d’ajouter une clé d’accès avant de continuer.',
    none: 'Vous n’avez aucune clé d’accès.',
    unsupported: 'Ce navigateur ne prend pas en charge les clés d’accès.',
    added: (date) => `Ajoutée le ${date}`,
    used: (date) => `dernière utilisation le ${date}`,
    backedUp: 'synchronisée',
    name: 'Nom de la clé d’accès',
    add: 'Ajouter une clé d’accès',
    rename: 'Renommer',
    remove: 'Retirer',
    taken: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    back: (realm) => `Retour à ${realm}`,
  },
  lostPasskey: {
    title: 'Clé d’accès perdue ?',
    explanation:
      'Saisissez un des codes de récupération que vous avez conservés. Il ne sert qu’une fois. Ajoutez ensuite une autre clé d’accès.',
    code: 'Code de récupération',
  },
  confirmation: {
    title: 'Confirmez votre identité',
    explanation: 'Pour changer votre façon de vous connecter, confirmez votre identité.',
    button: 'Confirmer',
    again: (provider) => `Se reconnecter avec ${provider}`,
  },
  codes: {
    title: 'Codes à usage unique',
    explanation:
      'Une application de votre téléphone affiche un nouveau code toutes les 30 secondes. Votre mot de passe seul n’ouvre alors plus votre compte.',
    on: (date) => `Activés depuis le ${date}.`,
    left: (left) => `Codes de récupération restants : ${left}.`,
    begin: 'Configurer les codes à usage unique',
    scan: 'Scannez cette image avec une application de codes à usage unique, ou saisissez-y la clé. Saisissez ensuite le code qu’elle affiche.',
    picture: 'Code QR avec la clé',
    key: 'Clé',
    open: 'Ouvrir une application sur cet appareil',
    code: 'Code de l’application',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    renew: 'Nouveaux codes de récupération',
  },
  recovery: {
    title: 'Vos codes de récupération',
    text: 'Conservez ces codes là où vous seul les trouverez. Chacun remplace une fois une clé d’accès ou le code de votre application. Ils ne seront plus affichés.',
    done: 'J’ai conservé les codes',
  },
  join: {
    title: (realm) => `Rejoindre ${realm}`,
    account: (email) => `Votre compte aura l’adresse ${email}.`,
    button: 'Rejoindre',
    notHere: 'Vous ne pouvez pas vous inscrire ici',
    haveAccount: 'Se connecter avec un compte existant',
  },
  guest: {
    title: (realm) => `Écrire avec ${realm} en tant qu’invité`,
    about: 'Aucun compte n’est nécessaire. En tant qu’invité, vous lisez et écrivez dans un canal :',
    seesAll: 'Vous voyez tous les messages de ce canal, aussi les précédents.',
    seesNew: 'Vous voyez les messages envoyés à partir de maintenant.',
    isSeen:
      'Les personnes de ce canal voient votre nom, que vous êtes un invité et ce que vous écrivez. Les administrateurs voient aussi de quelle adresse réseau vous venez.',
    leaves: (until) => `Votre accès prend fin avec le lien : au plus tard le ${until}.`,
    stays: 'Votre accès continue après la fin du lien, jusqu’à ce qu’un administrateur y mette fin.',
    browser:
      'Seul ce navigateur est connecté. Pour vous connecter ailleurs, ou de nouveau, ajoutez plus tard votre adresse e-mail dans les paramètres.',
    button: 'Entrer en tant qu’invité',
    notHere: 'Vous ne pouvez pas entrer ici',
    obstacles: {
      ended: 'Ce lien a pris fin. Demandez-en un autre à la personne qui vous l’a donné.',
      'used up':
        'Autant de personnes que possible sont venues par ce lien. Demandez-en un autre à la personne qui vous l’a donné.',
    },
    loggedInTitle: 'Vous êtes connecté',
    loggedIn: (name) => `Vous êtes connecté en tant que ${name} : vous n’avez pas besoin de lien d’invité.`,
    open: 'Ouvrir l’organisation',
  },
  obstacles: {
    'deactivated realm': 'Cette organisation a été désactivée.',
    'no passwords': 'Cette organisation n’autorise pas la connexion par mot de passe.',
    'invalid link': 'Ce lien n’est pas valide, ou ne l’est plus. Demandez-en un autre.',
    'by invitation only': 'Vous avez besoin d’une invitation pour rejoindre cette organisation.',
  },
  address: {
    button: 'M’envoyer un lien',
    sentTitle: 'Consultez vos e-mails',
    sent: (email) => `Nous avons envoyé un e-mail à ${email}. Le lien qu’il contient fonctionne pendant un jour.`,
  },
  find: {
    title: 'Retrouver vos organisations',
    sent: (email) =>
      `Nous avons envoyé un e-mail à ${email}. Il indique les organisations où cette adresse a un compte.`,
  },
  reset: {
    title: 'Choisissez un nouveau mot de passe',
    button: 'Utiliser ce mot de passe',
    about: 'Toutes les autres sessions seront fermées, et les clients auront besoin d’une nouvelle clé d’API.',
  },
  emailChange: {
    title: 'Votre adresse e-mail',
    ask: (email) => `Utiliser ${email} pour votre compte ?`,
    button: 'Utiliser cette adresse',
    done: (email) => `Votre adresse est maintenant ${email}.`,
  },
  unsubscribe: {
    title: 'E-mails',
    ask: {
      missed_messages: 'Ne plus recevoir d’e-mails sur les messages manqués ?',
      digest: 'Ne plus recevoir de récapitulatifs ?',
      login:
        'Ne plus recevoir d’e-mails sur les nouvelles connexions ? Ils vous montrent si une autre personne utilise votre compte.',
      marketing: 'Ne plus recevoir de nouveautés ?',
    },
    button: 'Ne plus recevoir ces e-mails',
    done: 'Vous ne recevrez plus ces e-mails. Vous pouvez changer cela dans les paramètres.',
  },
  calls: {
    connectedTitle: 'Zoom est connecté',
    connected: 'Vous pouvez fermer cette page. Le lien vers l’appel se trouve dans le message que vous écrivez.',
    failedTitle: 'Zoom n’est pas connecté',
    failed: 'Zoom n’a pas confirmé votre compte, ou vous vous êtes reconnecté entre-temps. Réessayez.',
    again: 'Connecter Zoom',
  },
  public: {
    title: (realm) => `Canaux publics de ${realm}`,
    channels: 'Tous les canaux publics',
    topics: (channel) => `Tous les sujets de # ${channel}`,
    noTopics: 'Aucun message ici pour l’instant.',
    olderTopics: 'Sujets plus anciens',
    older: 'Messages plus anciens',
    newest: 'Messages les plus récents',
    spoiler: 'Spoiler',
    missingTitle: 'Rien ici',
    missing: 'Cette page n’existe pas, ou n’est pas publique.',
  },
  open: (realm) => `Ouvrir ${realm}`,
  refusals: {
    'This organization has as many guests as it can have by links.':
      'Cette organisation a autant d’invités par liens qu’elle peut en avoir.',
    'Another user has a name like this. Choose another one.':
      'Une autre personne a un nom semblable. Choisissez-en un autre.',
    'Your username or password is incorrect': 'L’adresse ou le mot de passe est incorrect.',
    'Password authentication is disabled in this organization.':
      'Cette organisation n’autorise pas la connexion par mot de passe.',
    'This organization has been deactivated': 'Cette organisation a été désactivée.',
    'Account is deactivated': 'Le compte est désactivé.',
    'The password is too weak.': 'Le mot de passe est trop court ou trop long.',
    'New password is too weak!': 'Le mot de passe est trop court ou trop long.',
    'This password is too easy to guess. Use several words that have nothing to do with you or this organization.':
      'Ce mot de passe est trop facile à deviner. Utilisez plusieurs mots sans rapport avec vous ni avec cette organisation.',
    'This password is known from a data leak of another site. Choose another one.':
      'Ce mot de passe figure dans une fuite de données d’un autre site. Choisissez-en un autre.',
    'Your address or your recovery code is incorrect': 'L’adresse ou le code de récupération est incorrect.',
    'Wrong password!': 'Le mot de passe est incorrect.',
    'This passkey was not accepted': 'Cette clé d’accès n’a pas été acceptée.',
    'This code is wrong, or was used before': 'Ce code est incorrect, ou a déjà servi.',
    'Log in first: no login waits for a second factor': 'Connectez-vous d’abord avec votre mot de passe.',
    'API usage exceeded rate limit': 'Trop de tentatives. Attendez un peu.',
  },
}
