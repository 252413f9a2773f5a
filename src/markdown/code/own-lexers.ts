/**
 * Lexers of our own, for common languages that Chroma has no XML lexer for. They have the form of the packed ones, which
 * the first field of lexers.data.json describes. `⇥` stands for a tab and `¬` for a backtick.
 */
const lexer = ({ raw: [source = ''] }: TemplateStringsArray) =>
  source.trim().replace(/^ +/gm, '').replaceAll('⇥', '\t').replaceAll('¬', '`')

/** The packed form of each lexer, by the name of its language. */
export const OWN_LEXERS: Record<string, string> = {
  Go: lexer`
    m
    :root
    \s+
    //.*⇥c1
    /\*[^]*?\*/⇥cm
    (?:import|package)\b⇥kn
    (?:var|func|struct|map|chan|type|interface|const)\b⇥kd
    (?:break|case|continue|default|defer|else|fallthrough|for|go|goto|if|range|return|select|switch)\b⇥k
    (?:true|false|iota|nil)\b⇥kc
    (any|append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover)(\()⇥nb,p
    (?:any|bool|byte|comparable|complex64|complex128|error|float32|float64|rune|string|uintptr|u?int(?:8|16|32|64)?)\b⇥kt
    0[xX][0-9a-fA-F_]+⇥mh
    0[bB][01_]+⇥mb
    0[oO]?[0-7_]+\b⇥mo
    \d[\d_]*(?:\.[\d_]*(?:[eE][+\-]?\d+)?|[eE][+\-]?\d+)i?⇥mf
    \.\d[\d_]*(?:[eE][+\-]?\d+)?i?⇥mf
    \d[\d_]*i?⇥mi
    '(?:\\[^\n]|[^'\\\n])+'⇥sc
    ¬[^¬]*¬⇥s
    "(?:\\[^\n]|[^"\\\n])*"⇥s
    [\p{L}_][\p{L}\p{N}_]*(?=\()⇥nf
    [\p{L}_][\p{L}\p{N}_]*⇥nx
    [+\-*/%&|^<>=!~:]=|<-|\+\+|--|&&|\|\||<<|>>|\.\.\.|[+\-*/%&~]⇥o
    [|^<>=!()[\]{}.,;:]⇥p
  `,

  HTML: lexer`
    is
    :root
    [^<&]+
    &[^\s;&<]{1,40};⇥ni
    <!--⇥c⇥comment
    <!\[CDATA\[[^]*?\]\]>|<[!?][^>]*>⇥cp
    (<)(\s*)(script)⇥p,,nt⇥script tag
    (<)(\s*)(style)⇥p,,nt⇥style tag
    (<)(\s*)([\p{L}\p{N}_:.\-]+)⇥p,,nt⇥tag
    (<)(\s*)(/)(\s*)([\p{L}\p{N}_:.\-]+)(\s*)(>)⇥p,,p,,nt,,p
    [<&]
    :comment
    -->⇥c⇥-1
    [^\-]+⇥c
    -⇥c
    :tag
    \s+
    ([\p{L}\p{N}_:@.\-]+)(\s*)(=)(\s*)⇥na,,o,⇥value
    [\p{L}\p{N}_:@.\-]+⇥na
    (/?)(\s*)(>)⇥p,,p⇥-1
    :value
    "[^"]*"|'[^']*'|[^\s>"']+⇥s⇥-1
    ⇥⇥-1
    :script
    (<)(/)(script)(\s*)(>)⇥p,p,nt,,p⇥-1
    [^]+?(?=</script)⇥=JavaScript
    [^]+⇥=JavaScript
    :style
    (<)(/)(style)(\s*)(>)⇥p,p,nt,,p⇥-1
    [^]+?(?=</style)⇥=CSS
    [^]+⇥=CSS
  `,

  Docker: lexer`
    im
    :root
    #.*⇥c
    (FROM)([ \t]+)([^\s]+)(?:([ \t]+)(AS)([ \t]+)(\S+))?⇥k,,s,,k,,nb
    (ONBUILD)([ \t]+)⇥k,
    (CMD|ENTRYPOINT|HEALTHCHECK|RUN|SHELL)\b⇥k⇥command
    (ARG|COPY|ADD|ENV|EXPOSE|LABEL|MAINTAINER|STOPSIGNAL|USER|VOLUME|WORKDIR)\b⇥k⇥words
    \s+
    \S+
    :command
    \n⇥⇥-1
    (?:[^\n\\]|\\[^])+⇥=Bash
    :words
    \n⇥⇥-1
    \\\n⇥se
    "(?:\\[^]|[^"\\\n])*"|'[^'\n]*'⇥s
    \$\{[^}\n]*\}|\$[\p{L}\p{N}_]+⇥nv
    ([\p{L}\p{N}_.\-]+)(=)⇥na,o
    [ \t]+
    [^\s"'$\\]+⇥s
    [^\n]
  `,

  Makefile: lexer`
    m
    :root
    ^(?:\t| {4,})(?:[^\n\\]|\\[^])*\n?⇥=Bash
    #.*⇥c
    (?:export|unexport|include|-include|sinclude|define|endef|ifn?def|ifn?eq|else|endif|override|vpath)\b⇥k
    ^([\p{L}\p{N}_.\-]+)([ \t]*)([:+?!]?=)⇥nv,,o⇥value
    ^([^\s:=#][^:=#\n]*)(::?)(?!=)⇥nf,o
    @expansions
    \n| +
    [^\s#$]+
    :value
    \n⇥⇥-1
    \\\n⇥s
    #.*⇥c
    @expansions
    [^\n#$\\]+⇥s
    [^\n]⇥s
    :expansions
    \$[({][\p{L}\p{N}_.\-]+[)}]|\$[@%<?^+*$]⇥nv
    (\$[({])([\p{L}-]+)([ \t])⇥p,nb,
  `,

  Markdown: lexer`
    m
    :root
    ^# .*⇥gh
    ^#{2,6} .*⇥gu
    ^([ \t]*)([*+-]|\d+\.)([ \t]+)⇥,k,
    ^> ?.*⇥ge
    ^(?:¬¬¬|~~~).*\n(?:[^]*?^(?:¬¬¬|~~~)[ \t]*$)?⇥s
    ¬[^¬\n]+¬⇥sb
    \*\*[^*\n]+\*\*⇥gs
    \*[^*\s][^*\n]*\*⇥ge
    ~~[^~\n]+~~⇥gd
    (!?\[)([^\]\n]*)(\])(\()([^)\n]*)(\))⇥,nt,,,na,
    @\*\*[^*\n]+\*\*|#\*\*[^*\n]+\*\*⇥ne
    [^\n#>¬*~!\[@\d+ \t\-]+
    [^]
  `,
}
