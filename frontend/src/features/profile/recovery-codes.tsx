import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/overlay/toast";

/** Split in half for readability. */
const spaced = (code: string): string => code.replace(/^(\w{4})(\w{4})$/, "$1 $2");

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = t("security.codes.file");
  link.click();
  URL.revokeObjectURL(address);
}

/** Recovery codes, shown only once: to copy, download or write down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactElement {
  const text = codes.map(spaced).join("\n");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: t("security.codes.copied") });
    } catch {
      showToast({ title: t("security.codes.notCopied"), variant: "destructive" });
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <p>{t("security.codes.body")}</p>
      <ul
        aria-label={t("security.codes.title")}
        className="grid grid-cols-2 gap-2 rounded-md bg-sunken p-4 font-mono tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{spaced(code)}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => void copy()}>{t("security.codes.copy")}</Button>
        <Button onClick={() => download(text)}>{t("security.codes.download")}</Button>
      </div>
      <Button variant="primary" onClick={onDone}>
        {t("security.codes.kept")}
      </Button>
    </div>
  );
}
