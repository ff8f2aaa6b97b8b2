"""Settings of Sphinx for the site. The sources are put together by build.py, which also sets the version."""

import os

project = "Sluice"
release = version = os.environ.get("SLUICE_VERSION", "")
copyright = "the Sluice authors"
extensions = ["myst_parser"]
myst_heading_anchors = 4  # as hosts of Markdown make them
suppress_warnings = ["misc.highlighting_failure"]
html_theme = "furo"
html_title = f"Sluice {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["../extra"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
# Excerpts of hits need a web server; the site is made to be opened from a folder.
html_show_search_summary = False
html_last_updated_fmt = None
