import { useState, type ReactElement, type SyntheticEvent } from "react";
import { useNavigate } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";
import { NotFoundArt } from "@/ui/illustrations/not-found-art";
import { Page } from "@/ui/page";
import { SearchBox } from "@/ui/search-box";

/** Home's search, on a page without content. */
function SearchForm(): ReactElement {
  const navigate = useNavigate();
  const [value, setValue] = useState("");
  const search = (event: SyntheticEvent): void => {
    event.preventDefault();
    const words = value.trim();
    void navigate(words === "" ? "/" : `/?${new URLSearchParams({ q: words }).toString()}`);
  };
  return (
    <form onSubmit={search} className="flex w-full flex-col gap-2 sm:flex-row">
      <SearchBox value={value} onChange={setValue} />
      <Button type="submit" variant="brand">
        {t("notFound.go")}
      </Button>
    </form>
  );
}

export function NotFoundPage(): ReactElement {
  return (
    <Page title={t("notFound.title")} lead={t("notFound.lead")}>
      <div className="flex flex-col items-center gap-6 pb-6">
        <NotFoundArt />
        <SearchForm />
        <ButtonLink to="/">{t("common.goHome")}</ButtonLink>
        <p className="text-caption text-ink-soft">{t("notFound.body")}</p>
      </div>
    </Page>
  );
}
