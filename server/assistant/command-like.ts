/** Programs whose names are no plain words, and those that are, with what only a command has behind them. */
const PROGRAMS =
  'systemctl|journalctl|rm|rmdir|dd|mkfs[.\\w]*|fdisk|parted|killall|pkill|chmod|chown|chgrp|mv|cp|ln|tee|sed|awk|grep|tar|gzip|unzip|curl|wget|ssh|scp|rsync|sftp|nc|nmap|ping|dig|nslookup|ifconfig|iptables|nft|ufw|firewall-cmd|mount|umount|lvextend|lvremove|resize2fs|fsck|apt|apt-get|dpkg|yum|dnf|rpm|zypper|pip3?|npm|docker|podman|kubectl|helm|mysql|psql|redis-cli|crontab|useradd|userdel|usermod|passwd|bash|sh|python3?|perl|apachectl|certbot|openssl|netsh|ipconfig|powershell|taskkill|diskpart|wmic|gpupdate|chkdsk|iisreset|virsh|nmcli|ip (?:a|addr|link|route)|net (?:start|stop|use|user)|sc (?:start|stop|query|delete)|git (?:clone|pull|push|reset|checkout)';
const COMMAND = new RegExp(
  String.raw`^(?:(?:sudo|nohup|exec) )?(?:/\S+|(?:${PROGRAMS}) \S.*|service \S+ (?:start|stop|restart|reload|status)\b.*|(?:kill|shutdown|reboot|halt) -.*|[A-Z][a-z]+-[A-Z]\w+ \S.*|(?:DROP|TRUNCATE|ALTER|DELETE FROM|INSERT INTO) \S.*)$`,
);
/** A small word with an option, a path or another command behind it. */
const WITH_SIGNS = /^[a-z][\w.+-]*(?: \S+)*?(?: --?[a-z][\w-]*(?:[ =]|$)| \/[a-z]| (?:&&|\|\|) [a-z])/;
const PROSE =
  /(?:^| )(?:the|an?|is|are|it|its|this|that|your|our|you|and|or|of|was|were|will|should|must)(?= |$)/i;
const TELLING = /^(?:(?:run|execute|type|enter|use|then|first|next|now|please|command)[: ]+)+/i;

/** Whether a text that stands for itself is one that people would type in. */
const isCommandLike = (text: string): boolean =>
  (COMMAND.test(text) || WITH_SIGNS.test(text)) && !PROSE.test(text);

/** Longer ones are no command of a line. */
const LONGEST = 300;
const STRESSED = [/\*\*([^\n]{2,300}?)\*\*/g, /__([^\n]{2,300}?)__/g, /(?<!\*)\*([^*\n]{2,300})\*(?!\*)/g, /(?<![\w_])_([^_\n]{2,300})_(?![\w_])/g, /<(?:b|strong|i|em|u|mark)>([^\n]{2,300}?)<\//gi]; // prettier-ignore
const CELLS = /(?<!\\)\|/;
const LIST_MARK = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Commands in a line of words that stand for themselves: the line, an item, a cell of a table, or what is stressed. */
export function commandsIn(line: string): string[] {
  // What stands between the signs of code is read as code.
  const words = line.replaceAll(/`[^`\n]*`|<(code|pre|kbd|samp|tt)\b[^>]{0,100}>[^\n]*?<\/\1>/gi, ' ');
  const parts = [
    words.replace(LIST_MARK, ''),
    ...(words.includes('|') ? words.split(CELLS) : []),
    ...STRESSED.flatMap((pattern) => [...words.matchAll(pattern)].map(([, text = '']) => text)),
  ];
  return parts
    .filter((part) => part.length <= LONGEST)
    .map((part) => part.replaceAll(/^[\s*_]+|[\s*_.:;,!]+$/g, '').replace(TELLING, ''))
    .filter(isCommandLike);
}
